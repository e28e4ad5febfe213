/** Deutsch: das System. */
import type { system as English } from "../en/system.ts"

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("de")} ${count === 1 ? one : many}`

/** Abkürzungen von Zeiten haben ihren Punkt schon. */
const ended = (sentence: string): string => (sentence.endsWith(".") ? sentence : `${sentence}.`)

export const system: typeof English = {
  title: "System",
  lead: (version, node, ago) => ended(`Kittiwake ${version} auf Node ${node}, gestartet ${ago}`),
  again: "Noch einmal nachsehen",
  operatorOnly: "Das System sieht nur, wer die Installation betreibt.",
  operatorOnlyTodo:
    "Melden Sie sich mit dem Betreiber-Token an oder mit einem Link, den kittiwake dashboard ausgibt, um zu sehen, wie es dieser Installation geht.",
  doctor: "Was der Doktor sagt",
  looking: "Der Doktor sieht nach; das dauert einige Sekunden.",
  looked: (ago) => ended(`Nachgesehen ${ago}`),
  well: "Nichts muss repariert werden.",
  broken: (count) =>
    count === 1 ? "Eine Sache muss repariert werden." : `${count.toLocaleString("de")} Dinge müssen repariert werden.`,
  absent: (count) =>
    count === 1
      ? "Eine Sache fehlt, es geht auch ohne."
      : `${count.toLocaleString("de")} Dinge fehlen, es geht auch ohne.`,
  states: { ok: "läuft", absent: "fehlt", broken: "kaputt" },
  notLooked: "Der Doktor konnte nicht nachsehen.",
  settings: "Fehlende Einstellungen",
  settingsHint: "Jede ergänzt etwas, worauf diese Installation verzichtet, oder behebt etwas.",
  noSettings: "Keine fehlt.",
  unread: (names) => `Gesetzt, aber von dieser Version nicht gelesen: ${names}.`,
  set: (count) => `${plural(count, "Einstellung ist", "Einstellungen sind")} gesetzt.`,
  work: "Wartende Arbeit",
  workKinds: { runs: "Läufe von Monitoren", deliveries: "Zustellungen", pages: "Seiten von Stapeln" },
  due: (count) => `${count} fällig`,
  idle: "keine",
  since: (ago) => `die erste ${ago}`,
  noWork: "Die Datenbank antwortet nicht.",
  worker: "Worker",
  loops: {
    scheduler: "Führt Monitore aus",
    batcher: "Liest Seiten von Stapeln",
    deliverer: "Sendet Ereignisse",
    sweeper: "Beendet Liegengebliebenes",
    pruner: "Entfernt Altes",
    refresher: "Liest Marken neu",
    gatherer: "Sammelt Nachrichten"
  },
  alive: "aktiv",
  silent: (time) => `still seit ${time}`,
  noLoops: "Dieser Prozess antwortet nur; andere erledigen die Arbeit.",
  checks: "Prüfungen von /ready",
  checkNames: {
    database: "Datenbank",
    clock: "Uhr",
    worker: "Worker",
    disk: "Festplatte",
    blobs: "Festplatte der großen Dateien",
    bucket: "Bucket",
    redis: "Redis"
  },
  passes: "bestanden",
  goesWithout: "geht ohne weiter",
  storage: "Speicher",
  database: { sqlite: "Datenbank (SQLite)", postgres: "Datenbank (Postgres)" },
  blobs: { folder: "Große Dateien", bucket: "Große Dateien" },
  inBucket: "in einem Bucket, der keine Summe nennt",
  atLeast: (bytes) => `mehr als ${bytes}`,
  where: "Wo sie liegen",
  free: "Frei auf der Festplatte",
  memory: "Arbeitsspeicher",
  resident: "Des Prozesses",
  held: "Von Aufrufen belegt",
  of: (held, all) => `${held} von ${all}`,
  short: "Aufrufe werden abgelehnt, weil der Arbeitsspeicher fast voll ist.",
  unknown: "unbekannt"
}
