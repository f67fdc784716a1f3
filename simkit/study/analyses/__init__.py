"""The questions: compare, lab, sensitivity, robust, tune, league, plan, explain, fairness."""
