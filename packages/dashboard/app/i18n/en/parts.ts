/** English: parts that several screens share. */
const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

export const parts = {
  picture: "picture",
  notJson: "This is no JSON.",
  andMore: (count: number) => `and ${count.toLocaleString("en")} more`,
  entries: (count: number) => plural(count, "entry", "entries"),
  fields: (count: number) => plural(count, "field", "fields"),
  /** Before what was filled in is lost. */
  unsaved: {
    title: "Discard what you filled in?",
    body: "It was neither saved nor sent.",
    lose: "Discard it",
    stay: "Go on with it"
  },
  lacks: (scope: string) => `This key may only read here: to do something takes the scope ${scope}.`
}
