/** Values whose names fit a property and which are of another kind: how many gave a mark, when a show begins. */
import { plainDigits } from "../../paging/domain/plainDigits.ts"
import type { Fact } from "./FactSheet.ts"
import type { Field } from "./Filling.ts"
import { nameWords } from "./nameWords.ts"
import { readDay } from "./readDay.ts"
import { readMoney } from "./readNumber.ts"
import type { Scalar } from "./readTyped.ts"
import { speaksOf } from "./relatives.ts"

const stars = new Set(nameWords("star stars sterne etoiles estrellas stelle sterren"))
/** What makes stars a mark, and not how many somebody was given: `star_rating`, `hotel_stars`. */
const givenStars = new Set(nameWords("rating score class category klasse categoria categorie classification hotel"))
const mostStars = 5

/** Whether a value is no mark of the kind that is asked for: how many gave one, or more than there are stars. @internal */
export const isOtherMark = ({ wanted: { isMark, words } }: Field, { name, quote }: Fact, value: Scalar): boolean => {
  if (typeof value !== "number") return false
  const areStars = words.some((word) => stars.has(word)) && words.some((word) => givenStars.has(word))
  if (areStars && value > mostStars) return true
  return isMark && Number.isInteger(value) && countsReviews(quote, name, value)
}

/** Whether a passage says with a value how many have said something of a thing: `1,204 reviews`. */
const countsReviews = (quote: string, name: string, value: number): boolean => {
  if (!ofReviews.test(name)) return false
  const [, count = ""] = howManyReviews.exec(plainDigits(quote.slice(0, 100))) ?? []
  return count.replace(/\D/g, "") === String(value)
}

const reviews =
  "reviews?|ratings|bewertungen|rezensionen|avis|reseñas|opiniones|valoraciones|recensioni|beoordelingen|avaliações|opinii|votes|opinions"
const ofReviews = new RegExp(`(?:${reviews})$`, "iu")
const howManyReviews = new RegExp(
  String.raw`(?<![\d.,])(\d[\d.,'’ \u00a0]{0,12})\+?\)?\s(?:\p{L}{3,12}\s)?(?:${reviews})(?!\p{L})`,
  "iu"
)

/** What is said of something that is called so: when it is, what it costs. @internal */
export const isOfCalled = ({ wanted: { asksName } }: Field, { name, source }: Fact, value: Scalar): boolean => {
  if (!asksName || (source !== "pair" && source !== "table") || typeof value !== "string") return false
  return !nameWords(name).some((word) => word === nameWord || speaksOf([word], "title")) && isTimeOrSum(value)
}

const [nameWord] = nameWords("name")

/** A figure alone may be a name: *21*, *Studio 54*. */
const time = String.raw`\d{1,2}(?:[:.h]\d{2}(?:\s?(?:[ap]\.?\s?m\.?|uhr|h|hrs))?|\s?(?:[ap]\.?\s?m\.?|uhr|h|hrs))`
const clock = new RegExp(
  String.raw`^(?:(?:from|at|until|approx\.?|ab|um|bis|gegen|ca\.?|à|dès|vers|a las|desde las|alle|dalle)\s)?${time}(?:\s?(?:[–—-]|to|until|till|bis|à|al?|hasta|tot)\s?${time})?$`,
  "iu"
)

/** Letters beside an amount that is no name: *from €20*. */
const mostLetters = 4

/** Whether a text is a time of day, a day or an amount of money, and nothing else. */
const isTimeOrSum = (text: string): boolean => {
  if (text.length > 40 || !/\d/.test(text)) return false
  if (clock.test(text) || readDay(text, "") !== null) return true
  return readMoney(text, "").length > 0 && text.replace(/[^\p{L}]/gu, "").length <= mostLetters
}
