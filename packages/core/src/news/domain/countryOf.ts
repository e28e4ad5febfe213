/** The country of a publisher, where its name says it. */

/** Suffixes of countries that are chosen for what they look like, by publishers anywhere. */
const chosen: ReadonlySet<string> = new Set(
  "ai ac cc co eu fm gg gl im io is la li ly me mn nu pw sc sh so st su tk to tv vc ws".split(" ")
)

/** Two letters, lower case, by the last part of a domain; null where it names none. */
export const countryOfDomain = (domain: string): string | null => {
  const suffix = /\.([a-z]{2})$/.exec(domain)?.[1]
  if (suffix === undefined || chosen.has(suffix)) return null
  return suffix === "uk" ? "gb" : suffix
}
