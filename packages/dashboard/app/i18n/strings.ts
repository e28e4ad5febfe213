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

const cores = { en: async () => (await import("./en.ts")).en, de: async () => (await import("./de.ts")).de }
const sections = { en: english, de: german }

const loading = new Map<string, Promise<unknown>>()

/** Words of sections that are there. */
const loaded = new Map<string, unknown>()

const sectionOf = (language: Language, name: keyof Sections): Promise<unknown> => {
  const key = `${language}.${name}`
  const asked = loading.get(key)
  if (asked !== undefined) return asked
  const section: Promise<unknown> = sections[language][name]()
  loading.set(key, section)
  section.then(
    (words) => loaded.set(key, words),
    // What could not be loaded is asked for again by whoever reads it next.
    () => loading.delete(key)
  )
  return section
}

/** Asks for the words of a screen before it is drawn, and waits for them. Those that do not come are told of where they are read. */
export const preloadWords = async (name: keyof Sections): Promise<void> => {
  await sectionOf(preferredLanguage(), name).catch(() => {})
}

const sectionNames = Object.keys(english) as ReadonlyArray<keyof Sections>

/** The words of a language; those of a section make a component wait (`use`) that reads them while it renders. */
export const loadStrings = async (language: Language): Promise<Strings> => {
  const strings: Core = { ...(await cores[language]()) }
  for (const name of sectionNames)
    Object.defineProperty(strings, name, {
      get: () => loaded.get(`${language}.${name}`) ?? use(sectionOf(language, name))
    })
  return strings as Strings
}

/** The words of another language, with those of every section that is shown: nothing on the screen has to wait for its own. */
export const loadOtherStrings = async (language: Language, shown: Language): Promise<Strings> => {
  const isShown = (name: keyof Sections): boolean => loaded.has(`${shown}.${name}`)
  await Promise.all(sectionNames.filter(isShown).map((name) => sectionOf(language, name).catch(() => {})))
  return await loadStrings(language)
}

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

/** Makes something when it is first asked for: what formats for a language takes a browser milliseconds to make. */
const lazily = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => {
    made ??= make()
    return made
  }
}

const makeFormats = (language: Language): Formats => {
  // English as it is written outside of the United States: day before month, and hours to 24.
  const locale = language === "en" ? "en-GB" : language
  const number = lazily(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }))
  const percent = lazily(() => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }))
  const time = lazily(() => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }))
  const date = lazily(() => new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" }))
  const exact = lazily(() => new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long" }))
  const relative = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" }))
  const days = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }))
  const byteUnits = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const
  return {
    number: (value) => number().format(value),
    percent: (share) => percent().format(share),
    bytes: (count) => {
      const power = Math.min(byteUnits.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3))
      return new Intl.NumberFormat(locale, {
        style: "unit",
        unit: byteUnits[power] ?? "byte",
        unitDisplay: power === 0 ? "long" : "short",
        maximumFractionDigits: power === 0 ? 0 : 1
      }).format(count / 1000 ** power)
    },
    time: (at) => time().format(new Date(at)),
    date: (at) => date().format(new Date(at)),
    exact: (at) => exact().format(new Date(at)),
    ago: (at, now) => {
      const millis = new Date(at).getTime() - now
      const [unit, size] = unitOf(millis)
      return relative().format(Math.round(millis / size), unit)
    },
    duration: (millis) => {
      if (millis < 1_000) return `${number().format(Math.round(millis))} ms`
      if (millis < 120_000) return `${number().format(Math.round(millis / 100) / 10)} s`
      return `${number().format(Math.round(millis / 60_000))} min`
    },
    day: (at, now) => {
      const distance = dayNumber(new Date(at).getTime()) - dayNumber(now)
      return distance === 0 || distance === -1 ? capital(days().format(distance, "day")) : date().format(new Date(at))
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
