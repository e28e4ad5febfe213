/** English: parts that several screens share. */
const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

export const parts = {
  picture: "picture",
  notJson: "This is no JSON.",
  andMore: (count: number) => `and ${count.toLocaleString("en")} more`,
  entries: (count: number) => plural(count, "entry", "entries"),
  fields: (count: number) => plural(count, "field", "fields")
}
