/** English: sharing a change. */
export const sharing = {
  title: "Share this change",
  lead: "Whoever has the link reads this change without signing in: its title and summary, what differs, the quotes, the page's address and the time. Nothing else of what you watch.",
  lasts: "How long it works",
  choices: { hour: "1 hour", day: "1 day", week: "7 days", month: "30 days" },
  make: "Make a link",
  another: "Make another link",
  link: "The link",
  copy: "Copy the link",
  copied: "Copied.",
  notCopied: "This browser does not let the page copy. The link is selected: copy it with the keyboard.",
  open: "Look at it",
  works: (until: string) => `It works until ${until}.`,
  standing: (until: string) => `Links to this change work until ${until} at most.`,
  none: "No link leads to this change.",
  withdraw: "Take all links back",
  withdrawn: "All links to this change were taken back.",
  call: "As a call of the API"
}
