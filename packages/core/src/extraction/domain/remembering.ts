/** What texts say, for those that are asked again: one value is read for each property that may be meant. */

/** Texts that are remembered before all are forgotten, and characters of one: what is longer is seldom asked again. */
const most = { texts: 5_000, characters: 200 } as const

/** The same reading, which keeps what it read a moment ago. It must say the same of the same text always. @internal */
export const remembering = <A>(
  read: (text: string, language: string) => A
): ((text: string, language: string) => A) => {
  const known = new Map<string, { readonly said: A }>()
  return (text, language) => {
    if (text.length > most.characters) return read(text, language)
    const asked = `${language}\n${text}`
    const before = known.get(asked)
    if (before !== undefined) return before.said
    if (known.size >= most.texts) known.clear()
    const said = read(text, language)
    known.set(asked, { said })
    return said
  }
}
