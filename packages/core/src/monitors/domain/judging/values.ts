/** The amounts, dates, times and versions of a line, each with what makes it the same as another. */
import { minusAhead } from "../../../paging/domain/minusAhead.ts"
import { plainDigits } from "../../../paging/domain/plainDigits.ts"
import { currencyAround, currencyBehindPattern, currencyOf, currencyPattern, isUndivided, rates } from "./currencies.ts"
import { dateKey, dateParts, datePattern, minutesOf, timePattern } from "./dates.ts"
import { digitsPattern, parseDigits, readingsOf, timesOf, timesPattern } from "./numbers.ts"
import { smallWords } from "./smallWords.ts"
import { dimensionOf, inBase } from "./units.ts"

export type ValueKind = "money" | "percent" | "quantity" | "number" | "date" | "time" | "version"

/** Kinds of values that say a concept without its name. */
export const saidBy: Readonly<Record<string, ReadonlyArray<ValueKind>>> = {
  price: ["money"],
  fee: ["money"],
  salary: ["money"],
  discount: ["percent"],
  deadline: ["date", "time"],
  date: ["date", "time"],
  start: ["date", "time"],
  hours: ["time"],
  release: ["version"],
  exchange: ["number"],
  interest: ["percent", "number"]
}

export interface Value {
  readonly kind: ValueKind
  readonly text: string
  /** Where it stands in its line. */
  readonly from: number
  readonly to: number
  /** Values that mean the same have it in common, however they are written; a date that reads two ways has two. */
  readonly keys: ReadonlyArray<string>
  /** What orders it among its kind: the amount, the day, the minute. */
  readonly amount: number
  /** Currency, or what is counted. */
  readonly unit: string
  /** Of an amount of money whose sign several currencies share: all that it may stand for. */
  readonly mayBe?: ReadonlyArray<string>
  /** Where a mark ahead of three digits may be of thousands or of decimals: both amounts. `amount` is the likelier. */
  readonly readings?: { readonly mark: "." | ","; readonly thousands: number; readonly decimals: number }
}

const version =
  "(?<![\\p{L}\\p{N}.,])(?:v(?:ersion\\s)?\\s?(?<version>\\d+(?:\\.\\d+){0,3}(?:-?(?:alpha|beta|rc|preview|pre|dev)[.\\d]*)?)|(?<bareVersion>\\d+\\.\\d+\\.\\d+(?:\\.\\d+)?(?:-?(?:alpha|beta|rc|preview|pre|dev)[.\\d]*)?))(?![\\d])"

/** "$80 $45": the sign between two amounts that signs stand ahead of is of the second. */
const isOfNext = `(?=\\.?\\s?\\d)(?<=(?:${currencyPattern})\\s?\\d[\\d.,–—-]{0,14}\\s?(?:${currencyPattern}))`

/** Square and cubic metres as people write them: `m2`, "square metres", "Quadratmeter". */
const squarePattern =
  "(?:[kc]?m[23](?![\\p{L}\\p{N}])|(?:square|cubic) met(?:re|er)s?|(?:sq\\.?|square) ?m(?![\\p{L}\\p{N}])|m[eè]tres? (?:carr[eé]s?|cubes?)|metros? (?:cuadrados?|quadrados?|c[uú]bicos?)|metri (?:quadrat?i|cubi))"

const amount = `(?<sign>(?<![\\p{L}\\p{N}])[-−+])?(?:(?<before>${currencyPattern})\\s?)?(?<minus>(?<![\\p{L}\\p{N}])[-−])?(?<digits>${digitsPattern})(?<times>${timesPattern})?(?<dash>,[-–—]{1,2}|\\.[-–—]+)?(?:\\s?(?<after>${currencyBehindPattern})(?!${isOfNext})|\\s?(?<percent>[%‰]|percent|per cent|Prozent|pour cent|por ciento|per cento|por cento|procent)|[\\s-]?(?!(?:${currencyPattern})\\s?\\d)(?<unit>°\\s?[CF]?|${squarePattern}|\\p{L}[\\p{L}²³]*))?`

/** "1 h 45 min" and "2h30m" last so long, and are no times of day. */
const lasting =
  "(?<![\\p{L}\\p{N}.,:])(?<hours>\\d{1,3})\\s?(?:h|hrs?\\.?|std\\.?|uur|heures?)(?:,?\\s(?:and|und|et|en)\\s|,?\\s?)(?<minutes>[0-5]?\\d)\\s?(?:m|mins?\\.?|mn|minutes?|minuten|minuut)(?![\\p{L}\\p{N}])"

const anyValue = new RegExp([datePattern, version, lasting, timePattern, amount].join("|"), "giu")

const durations = `second sec s sekunde sekunden seconde secondes segundo segundos secondo secondi segundo
|minute minutes min mins minuten minuto minutos minuti minuut
|hour hours hr hrs h stunde stunden std heure heures hora horas ora ore uur uren
|day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen 日 天
|week weeks wk woche wochen semaine semaines semana semanas settimana settimane weken 週間 周
|month months mo mos monat monate monaten mois mes meses mese mesi mês maand maanden ヶ月 か月 个月
|year years yr yrs jahr jahre jahren an ans année années año años anno anni ano anos jaar jaren 年
|user users nutzer benutzer utilisateur utilisateurs usuario usuarios utente utenti seat seats`
  .split("|")
  .flatMap((words) => {
    const all = words.trim().split(/\s+/)
    return all.map((word) => [word, all[0]!] as const)
  })

const unitNames: ReadonlyMap<string, string> = new Map(durations)

/** A unit or word of time written one way: `mo`, `Monat` and `months` are `month`. */
export const unitName = (word: string): string | undefined => unitNames.get(word.toLowerCase())

/** The name of a unit that is measured in; seats and users are counted, and words of their own. */
export const measureName = (word: string): string | undefined => {
  const name = unitName(word)
  return name === "user" ? undefined : name
}

/** An amount of a unit that belongs to it, as the GB of "5 GB" do and the rooms of "5 rooms" do not. */
export const isMeasured = ({ keys, kind }: Value): boolean => kind === "quantity" && keys[0]!.includes(" ")

/** Units that are measured in, and words that are counted: `GB`, `kg`, `projects`. */
export const unitOf = (word: string): string => {
  const lower = word.toLowerCase().replace("µ", "μ")
  const [, length, power] = /^([kc]?m)([23])$/u.exec(lower) ?? []
  if (length !== undefined) return `${length}${power === "2" ? "²" : "³"}`
  if (/^(?:sq|square |quadratmeter|m[eè]tres? carr|metros? (?:cua|qua)|metri qua)/u.test(lower)) return "m²"
  if (/^(?:cubic |kubikmeter|m[eè]tres? cub|metros? c|metri cub)/u.test(lower)) return "m³"
  return unitNames.get(lower) ?? (lower.length > 3 ? lower.replace(/(?:es|s|en|n|e)$/u, "") : lower)
}

/** "Min" is "my" in Swedish, and a minute behind a number. */
const isSmallWord = (lower: string): boolean => lower !== "min" && smallWords.has(lower)

type Groups = Readonly<Record<string, string | undefined>>

/** What digits may say, beside each other; "EUR/USD 1.095" has decimals, and yen have none. */
const sizesOf = ({ after, before, digits, minus, percent, sign, times }: Groups, isOfRates: boolean) => {
  const factor = timesOf(times) * (minus !== undefined || sign === "-" || sign === "−" ? -1 : 1)
  const readings = readingsOf(digits!)
  const thousands = parseDigits(digits!) * factor
  if (readings === undefined || isUndivided(currencyOf(before ?? after))) return { size: thousands }
  const decimals = readings.decimals * factor
  if (isOfRates) return { size: decimals }
  return { size: percent === undefined ? thousands : decimals, readings: { mark: readings.mark, thousands, decimals } }
}

/** Says that an amount is a price. */
const priced =
  /(?<!\p{L})(?:price[sd]?|costs?|huf|forint|preise?|prix|precio|prezzo|prijs|ára?|arak?|árak|akció|akcio|kedvezmény)(?!\p{L})/iu

/** A line that is an amount and nothing else, its thousands apart as those of forints are. */
const isAlone = /^[^\p{L}\d]*\d{1,3}(?:[\s.]\d{3})+\s?ft\P{L}*$/u

/** No price in forints is smaller. */
const leastForints = 100

/** Whether "ft" in small letters is of forints in a line: of a price, and of an amount alone. */
const tellsForints = (line: string): boolean =>
  /\d\s?ft(?!\p{L})/u.test(line) && !/[$€£¥]/u.test(line) && (priced.test(line) || isAlone.test(line))

/** A forint is written "Ft", and a foot "ft", where the line does not tell otherwise. */
const withFeet = (groups: Groups, isOfForints: boolean): Groups =>
  groups.after !== "ft" || (isOfForints && parseDigits(groups.digits!) >= leastForints)
    ? groups
    : { ...groups, after: undefined, unit: groups.after }

const amountOf = (groups: Groups, text: string, from: number, isOfRates: boolean): Value => {
  const { size, ...readings } = sizesOf(groups, isOfRates)
  const money = currencyAround(groups.before, groups.after)
  const at = { text, from, to: from + text.length, amount: size, ...readings }
  const sizes =
    readings.readings === undefined ? [size] : [size, readings.readings.thousands, readings.readings.decimals]
  const keys = (behind: string) => [...new Set(sizes.map((one) => `${Math.round(one * 1e6) / 1e6}${behind}`))]
  if (money !== undefined) {
    return { ...at, ...withoutUnit(groups, text, from), kind: "money", ...money, keys: keys(` ${money.unit}`) }
  }
  if (groups.percent !== undefined) return { ...at, kind: "percent", unit: "%", keys: keys("%") }
  if (groups.unit === undefined || isSmallWord(groups.unit.toLowerCase())) {
    return { ...at, ...withoutUnit(groups, text, from), kind: "number", unit: "", keys: keys("") }
  }
  const unit = unitOf(groups.unit)
  const isMeasure = groups.unit.length <= 3 || measureName(groups.unit) !== undefined || dimensionOf(unit) !== undefined
  // What is counted is a word of its own; only a measure belongs to its number.
  if (!isMeasure) return { ...at, ...withoutUnit(groups, text, from), kind: "quantity", unit, keys: keys("") }
  return { ...at, ...inBaseOf(readings, unit), kind: "quantity", ...measure(size, unit, keys(` ${unit}`)) }
}

/** Both readings of "100.000 km" in metres, as its amount is. */
const inBaseOf = ({ readings }: Pick<Value, "readings">, unit: string): Pick<Value, "readings"> =>
  readings === undefined
    ? {}
    : {
        readings: {
          mark: readings.mark,
          thousands: inBase(readings.thousands, unit).amount,
          decimals: inBase(readings.decimals, unit).amount
        }
      }

/** An amount in the base of its unit, the same as it was written and as the base. */
export const measure = (size: number, unit: string, written: ReadonlyArray<string>) => {
  const base = inBase(size, unit)
  return { amount: base.amount, unit: base.unit, keys: [...new Set([...written, `${base.amount} ${base.unit}`])] }
}

const withoutUnit = ({ unit = "" }: Groups, text: string, from: number) => {
  const rest = text.slice(0, text.length - unit.length).replace(/[\s-]+$/u, "")
  return { text: rest, to: from + rest.length }
}

/** `05/01/2026` is in May or in January. */
const otherReading = (text: string): ReadonlyArray<string> => {
  const [, first, second, last] = /^(\d{1,2})\/(\d{1,2})\/(\d{2,4})$/.exec(text) ?? []
  if (last === undefined || Number(second) > 12 || Number(first) > 12) return []
  const [month, day] = [first!.padStart(2, "0"), second!.padStart(2, "0")]
  return [`${last.length === 2 ? `20${last}` : last}-${month}-${day}`]
}

const versionOrder = (text: string): number =>
  text
    .split(/[.-]/)
    .slice(0, 3)
    .reduce((sum, part, index) => sum + (Number.parseInt(part, 10) || 0) * 1_000 ** (2 - index), 0)

const readOne = (groups: Groups, text: string, from: number, isOfRates: boolean): Value => {
  const at = { text, from, to: from + text.length, unit: "" }
  const date = dateParts(groups)
  if (date !== undefined) {
    return { ...at, kind: "date", amount: date.order, keys: [dateKey(date), ...otherReading(text)] }
  }
  if (groups.hours !== undefined) {
    const minutes = Number(groups.hours) * 60 + Number(groups.minutes)
    return { ...at, kind: "quantity", ...measure(minutes, "minute", [`${minutes} minute`]) }
  }
  const named = groups.version ?? groups.bareVersion
  if (named !== undefined)
    return { ...at, kind: "version", amount: versionOrder(named), keys: [`v${named.toLowerCase()}`] }
  if (groups.hour !== undefined || groups.hour2 !== undefined || groups.hour3 !== undefined) {
    const minutes = minutesOf(groups)
    return { ...at, kind: "time", amount: minutes, keys: [`${minutes} min`] }
  }
  return amountOf(groups, text, from, isOfRates)
}

/** Whether a match without an amount is of something else than a date. */
const isOther = ({ bareVersion, hour, hour2, hour3, hours, version: named }: Groups): boolean =>
  [named, bareVersion, hour, hour2, hour3, hours].some((found) => found !== undefined)

/** Between the parts of how long something lasts. */
const joint = /^(?:\s?|,?\s(?:and|und|et|y|e|en)\s)$/iu

/** What one of a unit is in its base, and the base; only of times. */
const spanOf = ({ keys, kind }: Value) => {
  const name = /^[\d.]+ (?<unit>\p{L}+)$/u.exec(keys[0]!)?.groups?.unit
  return kind === "quantity" && name !== undefined && dimensionOf(name) === "time" ? inBase(1, name) : undefined
}

/** "1 hour 15 minutes" is one amount, and so are "2 years 6 months". */
const withParts = (values: ReadonlyArray<Value>, text: string): ReadonlyArray<Value> => {
  const all: Array<Value> = []
  for (const value of values) {
    const last = all.at(-1)
    const [whole, part] = [last === undefined ? undefined : spanOf(last), spanOf(value)]
    const isPart =
      whole !== undefined &&
      part !== undefined &&
      whole.unit === part.unit &&
      part.amount < whole.amount &&
      value.amount < whole.amount &&
      joint.test(text.slice(last!.to, value.from))
    if (!isPart) {
      all.push(value)
      continue
    }
    const amount = last!.amount + value.amount
    const at = { text: text.slice(last!.from, value.to), from: last!.from, to: value.to }
    all[all.length - 1] = { ...at, kind: "quantity", amount, unit: value.unit, keys: partKeys(amount, value) }
  }
  return all
}

/** As an amount of its smallest part, which a smaller one may follow, and as the base. */
const partKeys = (amount: number, { keys, unit }: Value): ReadonlyArray<string> => {
  const name = keys[0]!.slice(keys[0]!.indexOf(" ") + 1)
  return [...new Set([`${amount / inBase(1, name).amount} ${name}`, `${amount} ${unit}`])]
}

/** A time of day that may say how long something lasts, as "8 h" and "1 h 30". */
const mayLast = /^\d{1,2}\s?(?:h(?:\s?[0-5]\d)?|uur|heures)$/iu

/** A time as how long something lasts, where it may say so. */
export const asLasting = (value: Value): Value =>
  value.kind === "time" && mayLast.test(value.text)
    ? { ...value, kind: "quantity", ...measure(value.amount, "minute", [`${value.amount} minute`]) }
    : value

/** How amounts are written. */
const writtenAs = { money: "money", percent: "percent", number: "number" } as const

/** An amount with what says beside it that it is below zero: "minus 3 °C", "▼ 2.1 %", "($2 million)". */
const belowZero = (value: Value, text: string): Value => {
  const { amount, from, kind, readings, to } = value
  if (amount <= 0) return value
  const written = kind === "money" || kind === "percent" || kind === "number" ? writtenAs[kind] : "measure"
  const said = minusAhead({ kind: written, ahead: text.slice(0, from), behind: text.slice(to) })
  if (said?.isSure !== true) return value
  const at = { from: from - said.ahead, to: to + said.behind }
  return {
    ...value,
    ...at,
    text: text.slice(at.from, at.to),
    amount: -amount,
    keys: value.keys.map((key) => `-${key}`),
    ...(readings === undefined
      ? {}
      : { readings: { ...readings, thousands: -readings.thousands, decimals: -readings.decimals } })
  }
}

/** The values of a line, in order. What is read of it is for the caller to bound. */
export const valuesOf = (line: string): ReadonlyArray<Value> => {
  const text = plainDigits(line)
  if (!/\d/.test(text)) return []
  const values: Array<Value> = []
  const [isOfRates, isOfForints] = [rates.test(text), tellsForints(text)]
  for (const match of text.matchAll(anyValue)) {
    const groups = withFeet(match.groups ?? {}, isOfForints)
    const isBare = groups.digits !== undefined
    // The 45th of May, and chapter 4.15.: written like dates, and none.
    if (!isBare && dateParts(groups) === undefined && !isOther(groups)) continue
    const lead = isBare ? match[0].length - match[0].trimStart().length : 0
    const value = readOne(groups, match[0].slice(lead), match.index + lead, isOfRates)
    values.push(isBare ? belowZero(value, text) : value)
  }
  return withParts(values, text)
}

/** Whether two values mean the same. A number without a unit is the same as one with. */
export const isSameValue = (one: Value, other: Value): boolean =>
  one.keys.some((key) => other.keys.includes(key)) ||
  (one.kind !== other.kind &&
    isAmount(one) &&
    isAmount(other) &&
    one.amount === other.amount &&
    (one.unit === "" || other.unit === "")) ||
  (one.kind === "date" && other.kind === "date" && isPartOf(one.keys[0]!, other.keys[0]!))

const isAmount = ({ kind }: Value): boolean =>
  kind === "money" || kind === "quantity" || kind === "number" || kind === "percent"

/** `May 1` and `May 1, 2026`. */
const isPartOf = (one: string, other: string): boolean =>
  one.startsWith("*") ? other.endsWith(one.slice(1)) : other.startsWith("*") && one.endsWith(other.slice(1))
