/** English: saved views of lists. */
export const views = {
  title: { changes: "Saved views of the inbox", monitors: "Saved views of monitors" },
  empty: {
    changes:
      "No view is saved yet. Say which changes you want to see (new ones of high importance, or those with a word), and keep that here under a name: one press then shows it again, to everybody of the organization.",
    monitors:
      "No view is saved yet. Say which monitors you want to see (those that fail, or those with a word), and keep that here under a name: one press then shows it again, to everybody of the organization."
  },
  keepLabel: "Keep what is shown now as",
  placeholder: { changes: "Prices to read", monitors: "Pages that fail" },
  shows: (filters: string) => `It shows: ${filters}`,
  everything: "everything",
  quoted: (words: string) => `“${words}”`,
  monitor: "Monitor",
  kept: "Kept. It stands above the list.",
  isKept: (name: string) => `What is shown now is kept as “${name}”.`,
  filterFirst: "Search, or choose a filter, to keep another.",
  rename: "Rename",
  newName: (name: string) => `New name of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removed: "Removed."
}
