/** A list of industries as its agency publishes it. */

export interface Industry {
  /** All digits, leading zeros too. */
  readonly code: string
  readonly title: string
  /** What establishments of the industry do; empty where the agency does not say. */
  readonly description: string
  /** What the alphabetic index of the list has under the code. */
  readonly entries: ReadonlyArray<string>
  /** Who reviews filings of the industry; the list of the SEC alone has it. */
  readonly office?: string
}

export interface IndustryTable {
  /** By code, each once. */
  readonly industries: ReadonlyArray<Industry>
  /** Titles of what stands above the industries, by the digits that those begin with. */
  readonly groups: ReadonlyMap<string, string>
}

/**
 * The list of the SEC with what the manual of 1987 says of the same codes. A code that stands for a group has what is said of
 * those of its members that are no codes of their own. @internal
 */
export const withEntriesOf = (own: IndustryTable, manual: IndustryTable): IndustryTable => {
  const codes = new Set(own.industries.map(({ code }) => code))
  const heirOf = (code: string): string | undefined =>
    [code, `${code.slice(0, 3)}0`, `${code.slice(0, 2)}00`].find((one) => codes.has(one))
  const members = new Map<string, Array<Industry>>()
  for (const industry of manual.industries) {
    const heir = heirOf(industry.code)
    if (heir === undefined) continue
    const known = members.get(heir)
    if (known === undefined) members.set(heir, [industry])
    else known.push(industry)
  }
  return {
    groups: manual.groups,
    industries: own.industries.map((industry) => {
      const said = members.get(industry.code) ?? []
      return {
        ...industry,
        description: said.map(({ description }) => description).join(" "),
        entries: said.flatMap(({ entries, title }) => [title, ...entries])
      }
    })
  }
}
