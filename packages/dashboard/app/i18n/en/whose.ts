/** English: that this browser is signed in as somebody else than a tab was opened as. */
export const whose = {
  title: "This browser is signed in as somebody else now.",
  body: (was: string, is: string) =>
    `This tab was opened ${was}. Since then this browser signed in ${is}, and nothing more is done here as before.`,
  nobody: "This browser is signed out.",
  nobodyBody: (was: string) => `This tab was opened ${was}, and the session has ended since then.`,
  lost: "What was typed here and not sent is lost when you go on.",
  operator: "as the operator",
  keyOf: (organization: string) => `with a key of ${organization}`,
  otherKey: "with another key of it",
  goOn: "Go on as signed in now",
  asBefore: "Sign in as before",
  again: "Sign in"
}
