/** Units that are told apart, and what one of them is in another. */

/** What is measured, and how many of the base unit one is. */
interface Unit {
  readonly of: string
  readonly size: number
}

/** One size under several names. */
const spelled = (size: number, names: string): Readonly<Record<string, number>> =>
  Object.fromEntries(names.split(" ").map((name) => [name, size]))

const tables: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  mass: {
    g: 1,
    gram: 1,
    grams: 1,
    gramm: 1,
    kg: 1e3,
    kilogram: 1e3,
    kilograms: 1e3,
    kilo: 1e3,
    mg: 1e-3,
    t: 1e6,
    lb: 453.59237,
    lbs: 453.59237,
    pounds: 453.59237,
    oz: 28.349523125
  },
  length: {
    m: 1,
    meter: 1,
    meters: 1,
    metre: 1,
    metres: 1,
    cm: 1e-2,
    mm: 1e-3,
    km: 1e3,
    kilometers: 1e3,
    inch: 0.0254,
    inches: 0.0254,
    in: 0.0254,
    zoll: 0.0254,
    ft: 0.3048,
    feet: 0.3048,
    foot: 0.3048,
    mi: 1609.344,
    mile: 1609.344,
    miles: 1609.344
  },
  area: {
    "m²": 1,
    m2: 1,
    qm: 1,
    sqm: 1,
    "sq m": 1,
    sqft: 0.09290304,
    "sq ft": 0.09290304,
    "sq feet": 0.09290304,
    "ft²": 0.09290304,
    squarefeet: 0.09290304,
    ha: 1e4,
    acre: 4046.8564224,
    acres: 4046.8564224
  },
  volume: { l: 1, liter: 1, litre: 1, liters: 1, litres: 1, ml: 1e-3, cl: 1e-2 },
  storage: {
    b: 1,
    byte: 1,
    bytes: 1,
    kb: 1e3,
    mb: 1e6,
    gb: 1e9,
    tb: 1e12,
    kib: 1024,
    mib: 1024 ** 2,
    gib: 1024 ** 3,
    tib: 1024 ** 4
  },
  time: {
    ms: 1e-3,
    ...spelled(
      1,
      "s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondo secondi seconden sekund sekunder 秒"
    ),
    ...spelled(
      60,
      "min mins minute minutes minuten minuto minutos minuti minuut minuta minuty minut minuter 分 分間 分钟"
    ),
    ...spelled(
      3600,
      "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren godz godzina godziny godzin timme timmar 時間 小时"
    ),
    ...spelled(
      86_400,
      "d day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dzień dni dagar 日 日間 天"
    ),
    ...spelled(
      604_800,
      "week weeks woche wochen semaine semaines semana semanas settimana settimane weken vecka veckor 週間 周"
    )
  },
  // None is always as many days as another.
  calendar: {
    ...spelled(
      1,
      "month months mo mos monat monate monaten mois mes meses mese mesi maand maanden månad månader ヶ月 か月 个月"
    ),
    ...spelled(
      12,
      "year years yr yrs jahr jahre jahren an ans année années año años ano anos anno anni jaar år 年 年間"
    )
  },
  power: { w: 1, watt: 1, watts: 1, kw: 1e3, mw: 1e6 },
  current: { wh: 1, kwh: 1e3, mwh: 1e6 },
  rate: { "kbit/s": 1e3, kbps: 1e3, "mbit/s": 1e6, mbps: 1e6, "gbit/s": 1e9, gbps: 1e9 },
  // What pages round, each in its own way, is not worked out of one another: it is there where it is written.
  kilojoules: spelled(1, "kj kilojoule kilojoules"),
  kilocalories: spelled(
    1,
    "kcal cal cals calorie calories kalorie kalorien kilocalorie kilocalories kilokalorien caloría calorías kilocalorías caloria calorias calorieën kilocalorieën"
  ),
  kilometersAnHour: spelled(1, "km/h kmh kph km/u km/std"),
  milesAnHour: spelled(1, "mph mi/h"),
  metersASecond: spelled(1, "m/s"),
  knots: spelled(1, "kn kt kts knot knots knoten nœuds nudos nodi knopen"),
  poundsPerInch: spelled(1, "psi"),
  bars: spelled(1, "bar bars"),
  pascals: { pa: 1, hpa: 100, kpa: 1e3, mpa: 1e6 },
  fahrenheit: spelled(1, "°f fahrenheit"),
  celsius: spelled(1, "°c celsius"),
  milesPerGallon: spelled(1, "mpg"),
  gallons: spelled(1, "gal gallon gallons gallonen galones galloni galões"),
  // They differ by little more than one in a hundred, and are written for each other.
  horses: spelled(1, "hp bhp ps cv ch pk horsepower")
}

const units = new Map<string, Unit>()
for (const [of, table] of Object.entries(tables)) {
  for (const [name, size] of Object.entries(table)) units.set(name, { of, size })
}

/** Names of fields end so when they say their unit; the other spellings are words of their own there. */
const namedUnits: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...Object.fromEntries(
      "kg g mg lb lbs oz cm mm km m ft inch inches miles sqm sqft m2 qm ml cl l kb mb gb tb minutes min seconds sec ms hours days weeks watt kw gram grams kilograms meters"
        .split(" ")
        .map((name) => [name, name])
    ),
    hour: "hours",
    minute: "minutes",
    second: "seconds",
    years: "years",
    months: "months",
    jahre: "years",
    monate: "months",
    hp: "hp",
    ps: "hp",
    cv: "hp",
    acres: "acres",
    liters: "l",
    litres: "l",
    metres: "m",
    kilometres: "km",
    bhp: "hp",
    gal: "gal",
    gallons: "gal",
    kwh: "kwh",
    wh: "wh",
    bar: "bar",
    kpa: "kpa",
    hpa: "hpa",
    kmh: "km/h",
    kph: "km/h",
    knots: "knots",
    kbps: "kbps",
    mbps: "mbps",
    gbps: "gbps"
  })
)

/** The same that say what they measure, also alone. */
const tellingUnits: ReadonlyMap<string, string> = new Map(
  Object.entries({
    horsepower: "hp",
    kcal: "kcal",
    calories: "kcal",
    kalorien: "kcal",
    calorias: "kcal",
    kj: "kj",
    kilojoule: "kj",
    kilojoules: "kj",
    mph: "mph",
    mpg: "mpg",
    psi: "psi",
    fahrenheit: "fahrenheit",
    celsius: "celsius"
  })
)

/** Letters that are degrees behind what is as warm as that. */
const degrees: ReadonlyMap<string, string> = new Map([
  ["c", "celsius"],
  ["f", "fahrenheit"]
])

const namedUnit = (words: ReadonlyArray<string>): string | undefined => {
  const word = words.at(-1) ?? ""
  const telling = tellingUnits.get(word)
  if (telling !== undefined || words.length === 1) return telling
  if (words.slice(0, -1).some((one) => one.startsWith("temp"))) return degrees.get(word) ?? namedUnits.get(word)
  return /(?:^| )km h$/.test(words.slice(-2).join(" ")) ? "km/h" : namedUnits.get(word)
}

/**
 * The unit that the name of a field ends with, such as `weightKg`, or that its description names in parentheses or after "in".
 *
 * @internal
 */
export const unitOfName = (name: string, description: string): string | null => {
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  if (/square\W?feet$|sq\W?ft$/i.test(words.join(" "))) return "sqft"
  const last = namedUnit(words)
  if (last !== undefined) return last
  const said = /(?:\bin|\()\s*(sq ft|\p{L}+[²2]?)/iu.exec(description)?.[1]?.toLowerCase()
  return said !== undefined && units.has(said) ? said : null
}

/** `value` of one unit in another; unchanged when either is none or they measure different things. @internal */
export const inUnit = (value: number, unit: string, wanted: string | null): number | null => {
  const to = wanted === null ? undefined : units.get(wanted)
  const from = units.get(unit) ?? units.get(unit.split(/[\s/]/)[0]!)
  if (to === undefined || from === undefined) return value
  if (to.of !== from.of) return null
  const converted = (value * from.size) / to.size
  return Number.isFinite(converted) ? Number(converted.toPrecision(12)) : null
}

/** Whether the word behind a number is the unit that is asked for, in any of its spellings. @internal */
export const isUnitOf = (unit: string, wanted: string | null): boolean => {
  const to = wanted === null ? undefined : units.get(wanted)
  const from = units.get(unit) ?? units.get(unit.split(/[\s/)]/)[0]!)
  return to !== undefined && from !== undefined && to.of === from.of && to.size === from.size
}

/** Whether two words behind numbers measure the same, so that from one of the numbers to the other may be meant. @internal */
export const areOfOneMeasure = (one: string, other: string): boolean => {
  if (one === other) return true
  const [first, second] = [one, other].map((name) => units.get(name)?.of)
  const isTime = (of: string | undefined) => of === "time" || of === "calendar"
  return first !== undefined && (first === second || (isTime(first) && isTime(second)))
}

/** The same where both are units that are known, of one measure. @internal */
export const strictlyInUnit = ({ unit, value }: Measure, wanted: string): number | null =>
  units.get(wanted)?.of === units.get(unit)?.of ? inUnit(value, unit, wanted) : null

/** Numbers of one measure, of which each has its unit: `1 h 30 min`, `6 ft 2 in`. */
const part = String.raw`(\d+(?:[.,]\d+)?)\s?(\p{L}{1,12}|[′″'"’”])\.?`
const chained = new RegExp(String.raw`${part}(?:(?:\s|,\s?|\s(?:and|und|et|y|e|en|&)\s)?${part})+`, "giu")
const parts = new RegExp(part, "giu")
/** The minutes behind hours have often no unit: `1h30`. */
const bareMinutes = /(\d{1,3})\s?(?:h|hr|hrs|std\.?)\s?([0-5]\d)(?!\d|\s?\p{L}|[.,]\d)/iu

/** Signs of units in such a chain, and what a letter means behind hours. */
const inChain: Readonly<Record<string, string>> = { "′": "ft", "'": "ft", "’": "ft", "″": "in", '"': "in", "”": "in" }

/** A measure in the base unit of what it measures. */
export interface Measure {
  readonly value: number
  readonly unit: string
}

const baseUnits: Readonly<Record<string, string>> = { mass: "g", length: "m", volume: "l", time: "s" }

/**
 * The measure that several numbers say together; undefined where no text says one so, and null where it is not sure what it says.
 *
 * @internal
 */
export const chainedMeasure = (text: string): Measure | null | undefined => {
  const said = text.slice(0, 100)
  const short = bareMinutes.exec(said)
  if (short !== null) return { value: Number(short[1]) * 3600 + Number(short[2]) * 60, unit: "s" }
  const [found] = [...said.matchAll(chained)]
  // Of several the first counts.
  if (found === undefined || /\d/.test(said.slice(0, found.index))) return undefined
  let before: Unit | undefined
  let sum = 0
  for (const [, number = "", name = ""] of found[0].matchAll(parts)) {
    const lower = name.toLowerCase()
    const unit = units.get(before?.of === "time" && lower === "m" ? "min" : (inChain[lower] ?? lower))
    // Different measures beside each other, or a range.
    if (unit === undefined || (before !== undefined && (unit.of !== before.of || unit.size >= before.size)))
      return undefined
    before = unit
    sum += Number(number.replace(",", ".")) * unit.size
  }
  const base = before === undefined ? undefined : baseUnits[before.of]
  return base === undefined || !Number.isFinite(sum) ? null : { value: sum, unit: base }
}

const clock = /(?<![\d:])(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?![\d:])/

/** Seconds of a length of time with colons; null where a text has colons and does not say which they part. @internal */
export const clockMeasure = (text: string): Measure | null | undefined => {
  const found = clock.exec(text)
  if (found === null) return undefined
  const [whole, first, second, third] = found
  const behind = text.slice(found.index + whole.length)
  const [one, two, three] = [Number(first), Number(second), Number(third ?? "0")]
  if (third !== undefined) return { value: one * 3600 + two * 60 + three, unit: "s" }
  if (/^\s?(?:h|hr|hrs|hours?|std|stunden)(?!\p{L})/iu.test(behind)) return { value: one * 3600 + two * 60, unit: "s" }
  if (/^\s?(?:min|mins|minutes?|minuten)(?!\p{L})/iu.test(behind)) return { value: one * 60 + two, unit: "s" }
  return null
}

const duration = /^P(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/

/** Seconds of a duration as ISO 8601 writes it, such as `PT1H25M`. @internal */
export const secondsOf = (text: string): number | null => {
  const found = text.length > 40 ? null : duration.exec(text.trim())
  if (found === null || text.trim() === "P" || text.trim() === "PT") return null
  const [days, hours, minutes, seconds] = found.slice(1).map((one) => Number((one ?? "0").replace(",", ".")))
  return days! * 86_400 + hours! * 3_600 + minutes! * 60 + seconds!
}
