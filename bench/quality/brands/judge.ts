/** How what is told of a brand compares with what a person reads: by field. */

export interface Score {
  /** Sites whose label says something, something was told of, and that is right. */
  published: number
  told: number
  right: number
  /** Sites that the label says are silent, and those of which something was told all the same. */
  silent: number
  invented: number
}

export const empty = (): Score => ({ published: 0, told: 0, right: 0, silent: 0, invented: 0 })

/** Written alike where readers take it for the same. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .replace(/\/\/www\./, "//")
    .trim()

/** The digits that tell numbers apart: a person takes one with its country and one without for the same. */
const phone = (text: string): string => text.replace(/\(0\)/, "").replace(/\D/g, "").replace(/^0+/, "").slice(-8)

const addresses = new Set(["socials", "links"])

/** `name address` of a list, whole; those that a `?` follows may be left out. */
const listed = (text: string, domain: string): ReadonlyArray<{ readonly text: string; readonly isOptional: boolean }> =>
  text.split(",").flatMap((one) => {
    const [name = "", address = ""] = one.trim().split(" ")
    if (name === "") return []
    const isOptional = address.endsWith("?")
    const href = URL.parse(isOptional ? address.slice(0, -1) : address, `https://${domain}/`)?.href ?? address
    return [{ text: plain(`${name} ${href.replace("//twitter.com/", "//x.com/").replace(/\/$/, "")}`), isOptional }]
  })

const isSameList = (value: string, label: string, domain: string): boolean => {
  const wanted = listed(label, domain)
  const found = new Set(listed(value, domain).map(({ text }) => text))
  const known = new Set(wanted.map(({ text }) => text))
  return (
    wanted.every(({ isOptional, text }) => isOptional || found.has(text)) && [...found].every((one) => known.has(one))
  )
}

const isRight = (field: string, value: string, label: string, domain: string): boolean => {
  if (addresses.has(field)) return isSameList(value, label, domain)
  if (field === "phone") return value !== "" && phone(value) === phone(label)
  if (field === "logo" && label !== "inline") return value === URL.parse(label, `https://${domain}/`)?.href
  if (label.startsWith("~")) return plain(value).includes(plain(label.slice(1)))
  return plain(value) === plain(label)
}

/** Adds what was told of one field of one site; whether it is as the label says. */
export const judge = (score: Score, field: string, value: string, label: string, domain: string): boolean => {
  const alternatives = label === "" ? [""] : label.split("||").map((one) => one.trim())
  const right = alternatives.some((one) => (one === "" ? value === "" : isRight(field, value, one, domain)))
  if (label === "") {
    score.silent += 1
    if (value !== "") score.invented += 1
    return right
  }
  // A person may take it for one or for nothing: it counts where it is wrong alone.
  if (alternatives.includes("") && value === "") return true
  score.published += 1
  if (value !== "") score.told += 1
  if (right) score.right += 1
  return right
}
