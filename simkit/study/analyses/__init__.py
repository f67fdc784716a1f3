"""The questions: compare, lab, sensitivity, robust, tune, plan, explain, fairness."""
