/** Moments as feeds write them. */

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ")

/** Minutes before or after UTC of zones that feeds name; what no list knows is UTC (RFC 5322 §4.3). */
const zones: Readonly<Record<string, number>> = {
  ...{ est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420, akst: -540, hst: -600 },
  ...{ wet: 0, west: 60, bst: 60, cet: 60, cest: 120, mez: 60, mesz: 120, eet: 120, eest: 180, msk: 180, ist: 330 },
  ...{ sgt: 480, hkt: 480, awst: 480, jst: 540, kst: 540, aest: 600, aedt: 660, nzst: 720, nzdt: 780, brt: -180 }
}

const zoneMinutes = (written: string): number => {
  const digits = /^(?:gmt|utc?)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(written)
  if (digits === null) return zones[written.toLowerCase()] ?? 0
  const minutes = Number(digits[2]) * 60 + Number(digits[3] ?? 0)
  return minutes > 14 * 60 ? 0 : digits[1] === "-" ? -minutes : minutes
}

interface Parts {
  readonly year: number
  /** From 0. */
  readonly month: number
  readonly day: number
  readonly time: ReadonlyArray<number>
  readonly zone: string
}

/** No date of a feed lies before this: it is what stands where nobody set one. */
const earliestYear = 1990

const millisOf = ({ day, month, time, year, zone }: Parts): number | null => {
  const [hour = 0, minute = 0, second = 0] = time
  if (hour > 24 || minute > 59 || second > 60 || year < earliestYear || year > 9_999) return null
  const date = new Date(Date.UTC(year, month, day))
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return null
  return date.getTime() + ((hour * 60 + minute - zoneMinutes(zone)) * 60 + second) * 1_000
}

const timeOf = (written: string | undefined): ReadonlyArray<number> =>
  (written ?? "").split(":").map((part) => Math.trunc(Number(part)))

const fullYear = (written: string): number => {
  const year = Number(written)
  return written.length > 2 ? year : year < 50 ? 2_000 + year : 1_900 + year
}

const iso =
  /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[T ]+(\d{1,2}:\d{2}(?::\d{2})?)(?:[.,]\d+)?)?\s*(z|[a-z]{2,5}|[+-]\d{1,2}:?\d{2}|[+-]\d{2})?$/i
const compact = /^(\d{4})(\d{2})(\d{2})T?(\d{2})(\d{2})(\d{2})Z?$/
const mail =
  /^(?:[a-z]{2,9}\.?,?\s*)?(\d{1,2})[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2}),?(?:\s+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?\s*(?:(?:gmt|utc?)?([+-]\d{1,2}:?\d{2})|([a-z]{1,5}))?(?:\s*\([^)]{0,20}\))?$/i
const american =
  /^(?:[a-z]{2,9}\.?,?\s+)?([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})(?:,?\s+(\d{1,2}:\d{2}(?::\d{2})?)\s*([ap]m)?)?\s*([a-z]{2,5}|[+-]\d{2}:?\d{2})?$/i

const monthOf = (name: string | undefined): number => months.indexOf((name ?? "").slice(0, 3).toLowerCase())

const partsOf = (written: string): Parts | null => {
  const asIso = iso.exec(written)
  if (asIso !== null) {
    const [, year, month, day = "1", time, zone = ""] = asIso
    return { year: Number(year), month: Number(month) - 1, day: Number(day), time: timeOf(time), zone }
  }
  const asCompact = compact.exec(written)
  if (asCompact !== null) {
    const [year = 0, month = 0, day = 0, ...time] = asCompact.slice(1).map(Number)
    return { year, month: month - 1, day, time, zone: "" }
  }
  const asMail = mail.exec(written)
  if (asMail !== null && monthOf(asMail[2]) >= 0) {
    const [, day, month, year = "", time, offset, zone = ""] = asMail
    return { year: fullYear(year), month: monthOf(month), day: Number(day), time: timeOf(time), zone: offset ?? zone }
  }
  const asAmerican = american.exec(written)
  if (asAmerican !== null && monthOf(asAmerican[1]) >= 0) {
    const [, month, day, year, time, half, zone = ""] = asAmerican
    const [hour = 0, ...rest] = timeOf(time)
    const hours = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0)
    return { year: Number(year), month: monthOf(month), day: Number(day), time: [hours, ...rest], zone }
  }
  return null
}

/** Milliseconds since 1970 of a date in the form of mail, of ISO 8601, or of what people write; null when it is none. */
export const feedMoment = (written: string): number | null => {
  const text = written.trim().replace(/\s+/g, " ")
  if (text === "" || text.length > 60) return null
  const parts = partsOf(text)
  return parts === null || Number.isNaN(parts.day) ? null : millisOf(parts)
}
