/** How people name the elements of a page. */
import type { TargetName, TargetRole } from "./Instruction.ts"

const roles: ReadonlyMap<string, TargetRole> = new Map(
  Object.entries({
    button: "button",
    link: "link",
    tab: "tab",
    checkbox: "checkbox",
    "check box": "checkbox",
    radio: "radio",
    "radio button": "radio",
    option: "option",
    field: "field",
    input: "field",
    box: "field",
    "text box": "field",
    "search box": "field",
    "search bar": "field",
    "search field": "field",
    "input field": "field",
    dropdown: "field",
    "drop-down": "field",
    menu: null,
    icon: null,
    item: null,
    section: null,
    element: null,
    area: null
  })
)

const rolePattern = new RegExp(`\\s+(${[...roles.keys()].sort((a, b) => b.length - a.length).join("|")})$`, "i")

const quotes = /^["'“”‘’«»„`]+|["'“”‘’«»„`]+$/g

/** Text without the quotes around it. */
export const unquoted = (text: string): string => text.trim().replace(quotes, "").trim()

const withoutArticle = (text: string): string =>
  text
    .trim()
    .replace(/^(?:on\s+|at\s+)?(?:the|a|an|this|that|any)\s+/i, "")
    .replace(/^(?:on|at)\s+/i, "")

/** Reads the name of an element. `also` is the whole phrase, as in “load more”, which may be a name itself. */
export const targetOf = (text: string, also: string | null = null): TargetName => {
  const bare = withoutArticle(text)
  const role = rolePattern.exec(bare)?.[1]
  const named = unquoted(role === undefined ? bare : bare.slice(0, bare.length - role.length).trim())
  const labelled = /^(.*?)\s+(?:labell?ed|called|named|that says|with (?:the )?(?:text|label))\s+(.+)$/i.exec(named)
  const name = labelled === null ? named : unquoted(labelled[2] ?? "")
  const names = [name, ...(role === undefined ? [] : [unquoted(bare)]), ...(also === null ? [] : [unquoted(also)])]
  const kind = labelled === null ? role : (labelled[1] ?? "").trim()
  return {
    names: [...new Set(names.filter((one) => one !== ""))],
    role: roles.get((kind ?? "").toLowerCase()) ?? null
  }
}
