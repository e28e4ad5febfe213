/** A text of a page within what is kept of one. */

/** What begins as an address does, and goes on without a space. */
const address = /^(?:(?:[a-z][a-z\d+.-]*:)?\/\/|\/|(?:data|blob|mailto|tel):)\S*$/i

/** At most so many characters of a text. An address is whole or not there: half of one leads elsewhere, or nowhere. */
export const keptText = (text: string, most: number): string | undefined => {
  if (text.length <= most) return text
  const kept = text.slice(0, most)
  return address.test(kept) ? undefined : kept.toWellFormed()
}
