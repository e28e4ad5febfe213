/** The words of the dashboard: one file per language, the same keys in each. */
import { createContext, use, useContext } from "react"
import { sections as german } from "./de/sections.ts"
import { sections as english } from "./en/sections.ts"
import type { Core, Sections, Strings } from "./en.ts"

export type { Strings }

/** Languages, each under its own name. */
export const languages = { en: "English", de: "Deutsch" } as const
export type Language = keyof typeof languages

const kept = "kittiwake-language"

const isLanguage = (value: string | null | undefined): value is Language => value === "en" || value === "de"

/** The chosen language, or else the first of the browser's that there is. */
export const preferredLanguage = (): Language => {
  const chosen = localStorage.getItem(kept)
  if (isLanguage(chosen)) return chosen
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "en"
}

export const keepLanguage = (language: Language): void => localStorage.setItem(kept, language)

/** The sections of a language as properties, each of which a component waits for (`use`) that reads it while it renders. */
const withSections = (core: Core, sections: Sections): Strings => {
  const strings = { ...core }
  for (const name of Object.keys(sections) as Array<keyof Sections>) {
    let loading: Promise<unknown> | undefined
    const load = () => {
      loading ??= sections[name]()
      // What could not be loaded is asked for again by whoever reads it next.
      loading.catch(() => {
        loading = undefined
      })
      return loading
    }
    Object.defineProperty(strings, name, { get: () => use(load()) })
  }
  return strings as Strings
}

/** The words of a language. */
export const loadStrings = async (language: Language): Promise<Strings> =>
  language === "de"
    ? withSections((await import("./de.ts")).de, german)
    : withSections((await import("./en.ts")).en, english)

interface Wording {
  readonly language: Language
  readonly strings: Strings
  readonly choose: (language: Language) => void
}

const WordingContext = createContext<Wording | null>(null)

export const WordingProvider = WordingContext.Provider

const useWording = (): Wording => {
  const wording = useContext(WordingContext)
  if (wording === null) throw new Error("outside of WordingProvider")
  return wording
}

/** The words of the chosen language. */
export const useStrings = (): Strings => useWording().strings

export const useLanguage = () => {
  const { choose, language } = useWording()
  return { language, choose }
}

/** What is formatted for the language and the time zone of the person. */
export interface Formats {
  readonly number: (value: number) => string
  readonly percent: (share: number) => string
  readonly bytes: (count: number) => string
  /** A time of the day. */
  readonly time: (at: string | number) => string
  readonly date: (at: string | number) => string
  /** To the second, with the zone. */
  readonly exact: (at: string | number) => string
  /** As `3 h` or `5 min`, seen from `now`. */
  readonly ago: (at: string | number, now: number) => string
  readonly duration: (millis: number) => string
  /** *Today*, *Yesterday*, or the date. */
  readonly day: (at: string | number, now: number) => string
}

const units = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000]
] as const

const unitOf = (millis: number) => units.find(([, size]) => Math.abs(millis) >= size) ?? (["second", 1_000] as const)

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const dayNumber = (at: number): number => {
  const date = new Date(at)
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)
}

const makeFormats = (language: Language): Formats => {
  // English as it is written outside of the United States: day before month, and hours to 24.
  const locale = language === "en" ? "en-GB" : language
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 })
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" })
  const date = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" })
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long" })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" })
  const days = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  const byteUnits = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    bytes: (count) => {
      const power = Math.min(byteUnits.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3))
      return new Intl.NumberFormat(locale, {
        style: "unit",
        unit: byteUnits[power] ?? "byte",
        unitDisplay: power === 0 ? "long" : "short",
        maximumFractionDigits: power === 0 ? 0 : 1
      }).format(count / 1000 ** power)
    },
    time: (at) => time.format(new Date(at)),
    date: (at) => date.format(new Date(at)),
    exact: (at) => exact.format(new Date(at)),
    ago: (at, now) => {
      const millis = new Date(at).getTime() - now
      const [unit, size] = unitOf(millis)
      return relative.format(Math.round(millis / size), unit)
    },
    duration: (millis) => {
      if (millis < 1_000) return `${number.format(Math.round(millis))} ms`
      if (millis < 120_000) return `${number.format(Math.round(millis / 100) / 10)} s`
      return `${number.format(Math.round(millis / 60_000))} min`
    },
    day: (at, now) => {
      const distance = dayNumber(new Date(at).getTime()) - dayNumber(now)
      return distance === 0 || distance === -1 ? capital(days.format(distance, "day")) : date.format(new Date(at))
    }
  }
}

const formats = new Map<Language, Formats>()

/** Numbers, sizes and times as the person writes them. */
export const useFormats = (): Formats => {
  const { language } = useWording()
  const made = formats.get(language) ?? makeFormats(language)
  formats.set(language, made)
  return made
}

/** The person's time zone, as a name. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
