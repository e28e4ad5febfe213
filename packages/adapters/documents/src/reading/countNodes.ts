/** How much a page of some markup would hold, told without making a tree of it. */

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a

/** Elements and texts that stand in markup whose every `<` begins or ends a tag; counting ends past `most`. */
export const countNodes = (html: string, most: number): number => {
  let nodes = 0
  let textFrom = 0
  for (let at = html.indexOf("<"); at >= 0 && nodes <= most; at = html.indexOf("<", textFrom)) {
    if (at > textFrom) nodes += 1
    if (isLetter(html.charCodeAt(at + 1))) nodes += 1
    const end = html.indexOf(">", at)
    if (end < 0) return nodes
    textFrom = end + 1
  }
  return nodes
}
