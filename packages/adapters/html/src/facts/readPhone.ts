/** Telephone numbers that pages write without their country, over libphonenumber-js. */
import type { ReadPhone } from "@kittiwake/core/extraction/domain/DataShape"
import { countryOf, type PageLocale } from "@kittiwake/core/internal/extraction/domain/PageLocale"
import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString
} from "libphonenumber-js/min"

/** Figures of a number that stand before those that a page shows: the code of the country, and one of its own. */
const mostBefore = 4

/** Numbers of fewer figures are dialled within a country alone, such as those for emergencies. */
const leastFigures = 6

/** The one of the numbers that links dial that ends as this one is written. */
const dialledAs = (text: string, { dialled }: PageLocale): string | undefined => {
  const figures = text.replace(/\D/g, "").replace(/^0+/, "")
  if (figures.length < leastFigures) return undefined
  const same = dialled.filter((one) => one.endsWith(figures) && one.length - 1 - figures.length <= mostBefore)
  return same.length === 1 ? same[0] : undefined
}

/** The country of the page, else the one country of all numbers that its links dial. */
const countryFor = (locale: PageLocale): CountryCode | undefined => {
  const told = countryOf(locale)
  if (told !== null) return isSupportedCountry(told) ? told : undefined
  if (locale.addresses.size > 0) return undefined
  const countries = new Set(locale.dialled.map((one) => parsePhoneNumberFromString(one)?.country))
  const [only] = countries
  return countries.size === 1 ? only : undefined
}

/** As `(512) 555-0100` and `512-555-0100`, of which everybody knows where they are. */
const isNorthAmerican = /^\(?\d{3}\)?[\s.-]{1,3}\d{3}[.-]\d{4}$/

/** Whether a number that is written so may be of its country: others than those of North America part theirs like that, too. */
const isOfCountry = (text: string, number: PhoneNumber): boolean =>
  !isNorthAmerican.test(text.trim()) || /^\D*\d{3}\D+\d{3}\D+\d{4}$/.test(number.formatNational())

/** In E.164. One with an extension, which E.164 has no place for, and one that is none in that country stay as they are written. */
export const readPhone: ReadPhone = (text, locale) => {
  const dialled = dialledAs(text, locale)
  if (dialled !== undefined && !/\p{L}{2}/u.test(text)) return dialled
  if (text.replace(/\D/g, "").length < leastFigures) return null
  const country = countryFor(locale)
  if (country === undefined) return null
  const number = parsePhoneNumberFromString(text, country)
  return number?.isValid() === true && number.ext === undefined && isOfCountry(text, number) ? number.number : null
}
