/** What texts say, for those that are asked again: one value is read for each property that may be meant. */

/** Languages and texts that are remembered before all are forgotten. */
const most = 5_000

/** The same reading, which keeps what it read a moment ago. It must say the same of the same text always. @internal */
export const remembering = <A>(
  read: (text: string, language: string) => A
): ((text: string, language: string) => A) => {
  const known = new Map<string, { readonly said: A }>()
  return (text, language) => {
    const asked = `${language}\n${text}`
    const before = known.get(asked)
    if (before !== undefined) return before.said
    if (known.size >= most) known.clear()
    const said = read(text, language)
    known.set(asked, { said })
    return said
  }
}
