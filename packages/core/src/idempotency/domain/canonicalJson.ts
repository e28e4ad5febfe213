/** One text for every way of writing the same JSON. */

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(byName))
    : value

/** The JSON of a value without white space and with the fields of every object in one order. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, inOrder)
