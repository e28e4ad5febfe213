/** Units that are told apart, and what one of them is in another. */

/** What is measured, and how many of the base unit one is. */
interface Unit {
  readonly of: string
  readonly size: number
}

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
    s: 1,
    sec: 1,
    secs: 1,
    second: 1,
    seconds: 1,
    ms: 1e-3,
    min: 60,
    mins: 60,
    minute: 60,
    minutes: 60,
    minuten: 60,
    h: 3600,
    hr: 3600,
    hrs: 3600,
    hour: 3600,
    hours: 3600,
    stunden: 3600,
    d: 86_400,
    day: 86_400,
    days: 86_400,
    tage: 86_400,
    week: 604_800,
    weeks: 604_800,
    wochen: 604_800
  },
  power: { w: 1, watt: 1, watts: 1, kw: 1e3, mw: 1e6 }
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
    liters: "l",
    litres: "l"
  })
)

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
  const last = words.length > 1 ? namedUnits.get(words.at(-1)!) : undefined
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
  return Number(converted.toPrecision(12))
}

const duration = /^P(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/

/** Seconds of a duration as ISO 8601 writes it, such as `PT1H25M`. @internal */
export const secondsOf = (text: string): number | null => {
  const found = text.length > 40 ? null : duration.exec(text.trim())
  if (found === null || text.trim() === "P" || text.trim() === "PT") return null
  const [days, hours, minutes, seconds] = found.slice(1).map((one) => Number((one ?? "0").replace(",", ".")))
  return days! * 86_400 + hours! * 3_600 + minutes! * 60 + seconds!
}
