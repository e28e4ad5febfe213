/** Lists in headers, which come before any key: what is longer than anybody writes is as if it was not there, and the rest is read once. */

/** Most characters of a list in a header. A browser names one entity tag, and a proxy some; nobody knows more than ten codings. */
export const headerListMaxLength = 4_096

/** The list as it was written; empty where there is none that is read. */
export const headerList = (header: string | undefined): string =>
  header === undefined || header.length > headerListMaxLength ? "" : header

/** One entity tag, or nothing, up to the comma behind it or the end. A tag may have commas in it. */
const entityTag = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y

const withoutWeakness = (tag: string): string => (tag.startsWith("W/") ? tag.slice(2) : tag)

/**
 * Whether `If-None-Match` names what there is now: by a weak comparison, which is what it takes (RFC 9110 §8.8.3.2, §13.1.2), or as a star
 * alone. Behind what is no entity tag nothing is read.
 */
export const namesTag = (header: string | undefined, tag: string): boolean => {
  const list = headerList(header)
  if (list.trim() === "*") return true
  const wanted = withoutWeakness(tag)
  entityTag.lastIndex = 0
  while (entityTag.lastIndex < list.length) {
    const found = entityTag.exec(list)
    if (found === null) return false
    if (found[1] === wanted) return true
  }
  return false
}
