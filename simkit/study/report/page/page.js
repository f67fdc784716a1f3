"use strict";
// Tables sort by the column whose head is pressed: numbers from the largest, words from A; pressed again the other way.
for (const button of document.querySelectorAll("thead button")) {
  button.addEventListener("click", () => {
    const head = button.closest("th");
    const table = head.closest("table");
    const body = table.tBodies[0];
    const column = head.cellIndex;
    const numeric = !head.classList.contains("words");
    const before = head.getAttribute("aria-sort");
    const rising = before ? before === "descending" : !numeric;
    for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", rising ? "ascending" : "descending");
    const key = (row) => row.cells[column].dataset.key ?? "";
    const way = rising ? 1 : -1;
    const order = (a, b) => {
      if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1; // what has no value stays below
      return way * (numeric ? Number(a) - Number(b) : a.localeCompare(b, "en", { numeric: true }));
    };
    body.append(...[...body.rows].sort((a, b) => order(key(a), key(b))));
  });
}
