/** Whether rules of a media query hold in a window of 1920 by 1080 px with a mouse (mediaqueries-4). */

const width = 1_920
const height = 1_080

const px = (value: string): number => {
  const [, number = "", unit = ""] = /^(-?[\d.]+)(px|em|rem)?$/.exec(value.trim()) ?? []
  return Number.parseFloat(number) * (unit === "em" || unit === "rem" ? 16 : 1)
}

const sizes: ReadonlyMap<string, number> = new Map(
  Object.entries({ width, height, "device-width": width, "device-height": height })
)

/** Features that hold whatever page it is; what is not known does not hold. */
const held =
  /^(?:hover(?::hover)?|any-hover:hover|pointer(?::fine)?|any-pointer:fine|color|scripting:(?:none|initial-only)|orientation:landscape|prefers-(?:reduced-motion|contrast|reduced-transparency):no-preference|prefers-reduced-data:no-preference|forced-colors:none|display-mode:browser|update:fast|(?:min-)?(?:-webkit-)?(?:min-)?device-pixel-ratio:1|min-resolution:(?:1dppx|96dpi))$/

const compares = (value: number, operator: string, limit: number): boolean => {
  switch (operator) {
    case "<":
      return value < limit
    case "<=":
      return value <= limit
    case ">":
      return value > limit
    case ">=":
      return value >= limit
    default:
      return value === limit
  }
}

const mirrored: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=" }

/** `400px <= width < 80rem`, in either order. */
const rangeHolds = (feature: string): boolean | null => {
  const [, left, before, name = "", after, right] =
    /^(?:([^<>=]+?)\s*([<>]=?|=)\s*)?([a-z-]+)(?:\s*([<>]=?|=)\s*([^<>=]+))?$/.exec(feature) ?? []
  const size = sizes.get(name)
  if (size === undefined || (left === undefined && right === undefined)) return null
  return (
    (left === undefined || compares(size, mirrored[before ?? ""] ?? "", px(left))) &&
    (right === undefined || compares(size, after ?? "", px(right)))
  )
}

const featureHolds = (feature: string, scheme: "light" | "dark"): boolean => {
  const said = feature
    .trim()
    .toLowerCase()
    .replace(/\s*:\s*/, ":")
  const [, bound, name = "", value = ""] = /^(?:(min|max)-)?([a-z-]+):(.+)$/.exec(said) ?? []
  const size = sizes.get(name)
  if (size !== undefined) {
    return bound === "min" ? size >= px(value) : bound === "max" ? size <= px(value) : size === px(value)
  }
  if (said.startsWith("prefers-color-scheme:")) return value === scheme
  return rangeHolds(said) ?? held.test(said)
}

const queryHolds = (query: string, scheme: "light" | "dark"): boolean => {
  const said = query.trim().toLowerCase()
  const [, not, type = "all"] = /^(not\b|only\b)?\s*([a-z]+\b)?/.exec(said) ?? []
  const isFor = type === "all" || type === "screen" || type === "and"
  const features = [...said.matchAll(/(not\s+)?\(([^()]*)\)/g)]
  const holds = features.map(([, inverse, feature = ""]) => featureHolds(feature, scheme) !== (inverse !== undefined))
  const isMet = isFor && (/\)\s*or\s*\(/.test(said) ? holds.some(Boolean) : holds.every(Boolean))
  return not?.startsWith("not") === true && !said.startsWith("not (") ? !isMet : isMet
}

/** Whether any of the queries holds; an empty list does. */
export const mediaHolds = (queries: string, scheme: "light" | "dark"): boolean =>
  queries.trim() === "" ||
  queries
    .slice(0, 2_000)
    .split(",")
    .some((query) => queryHolds(query, scheme))
