/** Units by what they measure, so that 90 minutes are an hour and a half, and gigabytes are storage. */
import { words } from "./smallWords.ts"

export type Dimension = "time" | "mass" | "length" | "data" | "volume" | "area" | "temperature" | "speed" | "energy"

interface Unit {
  readonly dimension: Dimension
  readonly base: string
  /** How many of the base it is. */
  readonly times: number
}

const of = (dimension: Dimension, base: string, units: Readonly<Record<string, number>>) =>
  Object.entries(units).map(([name, times]): readonly [string, Unit] => [name, { dimension, base, times }])

/** By the name that `values` gives a unit. Months are of no number of days. */
const units: ReadonlyMap<string, Unit> = new Map([
  ...of("time", "s", { ms: 0.001, second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 }),
  ...of("time", "month", { month: 1, year: 12 }),
  ...of("time", "working day", { working: 1, busines: 1, werktag: 1, arbeitstag: 1 }),
  ...of("mass", "g", {
    mg: 0.001,
    g: 1,
    kg: 1_000,
    gram: 1,
    gramm: 1,
    kilo: 1_000,
    lb: 453.592,
    oz: 28.3495,
    ounc: 28.3495
  }),
  ...of("mass", "g", { kilogram: 1_000, kilogramm: 1_000, chilo: 1_000, quilo: 1_000, tonn: 1e6, ton: 1e6 }),
  ...of("length", "m", {
    mm: 0.001,
    cm: 0.01,
    m: 1,
    metr: 1,
    meter: 1,
    metro: 1,
    metri: 1,
    mètr: 1,
    km: 1_000,
    kilometer: 1_000,
    kilometr: 1_000,
    kilomètr: 1_000,
    kilómetro: 1_000,
    kilometro: 1_000,
    chilometro: 1_000,
    chilometri: 1_000,
    quilómetro: 1_000,
    quilômetro: 1_000,
    quilometro: 1_000,
    centimeter: 0.01,
    centimetr: 0.01,
    ft: 0.3048,
    foot: 0.3048,
    feet: 0.3048,
    inch: 0.0254,
    mi: 1_609.344,
    mil: 1_609.344
  }),
  ...of("data", "MB", { kb: 0.001, mb: 1, gb: 1_000, tb: 1_000_000, kib: 0.001024, mib: 1.048576, gib: 1_073.741824 }),
  ...of("data", "MB", { kilobyt: 0.001, megabyt: 1, gigabyt: 1_000, terabyt: 1_000_000 }),
  ...of("volume", "ml", { ml: 1, cl: 10, l: 1_000, litr: 1_000, liter: 1_000, litro: 1_000, "m³": 1e6, "cm³": 1 }),
  ...of("area", "m²", { "m²": 1, "km²": 1e6, "cm²": 1e-4, qm: 1, sqm: 1, ha: 10_000, hectar: 10_000, hektar: 10_000 }),
  ...of("temperature", "°c", { "°c": 1, "° c": 1 }),
  ...of("speed", "kbit", { kbit: 1, kbps: 1, mbit: 1_000, mbps: 1_000, gbit: 1_000_000 }),
  ...of("energy", "wh", { wh: 1, kwh: 1_000, mah: 0 })
])

/** An amount in the base of its unit; unchanged where none is known. */
export const inBase = (amount: number, unit: string): { readonly amount: number; readonly unit: string } => {
  const known = units.get(unit)
  return known === undefined || known.times === 0
    ? { amount, unit }
    : { amount: Math.round(amount * known.times * 1e6) / 1e6, unit: known.base }
}

const dimensions: ReadonlyMap<string, Dimension> = new Map(
  Array.from(units.values(), ({ base, dimension }) => [base, dimension] as const)
)

/** What a unit, or the base of one, measures. */
export const dimensionOf = (unit: string): Dimension | undefined => dimensions.get(unit) ?? units.get(unit)?.dimension

/** Words that ask for what is measured, in several languages. Written folded. */
const asked: Readonly<Record<Dimension, ReadonlySet<string>>> = {
  time: words(
    "time times duration period wait waiting processing turnaround early late long term cooldown retention timeout window lead dauer laufzeit frist wartezeit bearbeitungszeit zeitraum lieferzeit vorlauf duree delai attente temps duracion plazo espera tiempo durata attesa tempo tempi duracao prazo espera duur wachttijd looptijd termijn levertijd edad age alter leeftijd eta idade"
  ),
  mass: words("weight weigh heavy gewicht poids peso gewicht baggage luggage gepack"),
  length: words(
    "length height depth width distance size level lange hohe tiefe breite entfernung abstand pegel longueur hauteur profondeur largeur distance longitud altura profundidad ancho distancia lunghezza altezza profondita larghezza distanza comprimento largura lengte hoogte diepte breedte afstand"
  ),
  data: words(
    "storage data volume memory traffic allowance datenvolumen speicher speicherplatz stockage datos almacenamiento dati archiviazione dados armazenamento opslag databundel payload quota"
  ),
  volume: words("volume capacity content inhalt fassungsvermogen contenance capacidad capacita inhoud bottle"),
  area: words("area surface size flache wohnflache surface superficie superficie oppervlakte"),
  temperature: words("temperature temperatur temperature temperatura temperatuur water"),
  speed: words("speed bandwidth throughput geschwindigkeit tempo vitesse debit velocidad velocita velocidade snelheid"),
  energy: words("battery consumption capacity verbrauch akku batterie consommation consumo verbruik")
}

/** What a word of a goal asks to be measured. */
export const dimensionsAsked = (folded: string): ReadonlyArray<Dimension> =>
  (Object.keys(asked) as Array<Dimension>).filter(
    (dimension) =>
      asked[dimension].has(folded) ||
      (folded.length >= 10 && [...asked[dimension]].some((word) => word.length >= 5 && folded.endsWith(word)))
  )
