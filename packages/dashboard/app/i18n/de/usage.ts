/** Deutsch: Verbrauch, Buchungen und das Protokoll der Aufrufe. */
import type { usage as English } from "../en/usage.ts"

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("de")} ${count === 1 ? one : many}`

export const usage: typeof English = {
  title: "Verbrauch",
  lead: "Was aufgerufen wurde, was es kostete, und wie lange die Credits reichen.",
  tabs: { credits: "Credits", ledger: "Buchungen", requests: "Aufrufe" },
  noScope: "Dieser Schlüssel darf Verbrauch und Protokoll nicht sehen.",
  noScopeTodo: "Dafür braucht es das Recht logs:read.",
  left: "Verbleibende Credits",
  period: (date) => `Verbraucht seit ${date}`,
  noPeriod: "Keine monatlichen Credits",
  refill: (date, credits) => `${credits} weitere am ${date}`,
  noRefill: "Keine Auffüllung geplant",
  topup: (used, budget) =>
    budget === null
      ? `Kauft von selbst nach: diesen Monat ${used}.`
      : `Kauft von selbst nach: diesen Monat ${used} von ${budget}.`,
  pace: "Tempo",
  aDay: (credits) => `${credits} am Tag`,
  paceHint: (days) =>
    days === 1
      ? "Vom ersten Tag"
      : days < 7
        ? `Mittel der ${days} Tage seit dem ersten Aufruf`
        : "Mittel der letzten sieben Tage",
  forecast: "Ausblick",
  forecasts: {
    never: "Sie gehen nicht aus: In sieben Tagen wurde nichts verbraucht.",
    refill: (date) => `Sie reichen bis zur Auffüllung am ${date}.`,
    ends: (days, date) => `Sie gehen in etwa ${plural(days, "Tag", "Tagen")} aus, am ${date}.`,
    today: "Sie gehen binnen eines Tages aus.",
    out: "Sie sind verbraucht: Was Credits kostet, wird abgelehnt."
  },
  estimated: (days) =>
    days === 1
      ? "Geschätzt: wenn jeder Tag wie der erste wäre."
      : days < 7
        ? `Geschätzt: wenn jeder Tag wie die ersten ${days} wäre.`
        : "Geschätzt: wenn jeder Tag wie die letzten sieben wäre.",
  by: "Aufgeteilt nach",
  bys: { path: "Operation", key_id: "Aufgerufen von", status_code: "Status", none: "Gar nicht" },
  range: "Zeitraum",
  ranges: { day: "24 Stunden", week: "7 Tage", month: "30 Tage", quarter: "90 Tage", year: "12 Monate" },
  metric: "Maß",
  metrics: { credits: "Credits", requests: "Aufrufe" },
  intervals: { hour: "je Stunde", day: "je Tag", month: "je Monat" },
  chart: (metric, interval) => `${metric} ${interval}`,
  buckets: "Tage und Monate beginnen um Mitternacht UTC, wie die API zählt.",
  others: "übrige",
  noKey: "das Dashboard oder ein Monitor",
  asTable: "Als Tabelle",
  noChart: "Dieser Browser zeichnet kein Diagramm; die Tabelle sagt dasselbe.",
  columns: { start: "Ab", total: "Alle", value: "Was", credits: "Credits", requests: "Aufrufe", share: "Anteil" },
  nothing: "In dieser Zeit wurde nichts aufgerufen.",
  nothingBody:
    "Jeder Aufruf der API, mit einem Schlüssel oder aus diesem Dashboard, zählt hier. Probieren Sie einen aus.",
  tryOne: "Selbst ausprobieren",
  spenders: "Monitore, die am meisten kosten",
  spendersHint: "Was ihre Läufe in dieser Zeit kosteten.",
  spendersNone: "In dieser Zeit wurde kein Lauf berechnet.",
  runs: (count) => plural(count, "Lauf", "Läufe"),
  removed: "entfernt",
  ledger: {
    operatorOnly: "Die Buchungen sind Sache des Betreibers.",
    operatorOnlyTodo:
      "Melden Sie sich mit dem Betreiber-Token an, um jede Bewegung von Credits zu sehen. Ihr Verbrauch steht unter Credits.",
    choose: "Wählen Sie unten links eine Organisation, um ihre Buchungen zu sehen.",
    kind: "Art",
    anyKind: "Jede Art",
    kinds: {
      grant: "gegeben",
      refill: "Credits des Monats",
      expiry: "verfallen",
      topup: "gekauft",
      run: "Lauf eines Monitors",
      request: "Aufruf",
      batch: "Stapel",
      refund: "erstattet",
      adjustment: "berichtigt"
    },
    columns: { at: "Wann", kind: "Warum", cause: "Wofür", credits: "Credits", reason: "Notiz" },
    empty: "Es hat sich nichts bewegt.",
    emptyBody: "Credits, die gegeben, verbraucht oder zurückgegeben werden, stehen hier, jede Bewegung einmal."
  },
  requests: {
    search: "Gesendetes durchsuchen, oder eine Aufruf-Kennung einfügen",
    status: "Ausgang",
    outcomes: { all: "Alle Aufrufe", errors: "Nur Fehler" },
    since: "Seit",
    sinces: { day: "Letzter Tag", week: "Letzte Woche", month: "Letzte 30 Tage" },
    screens: "Auch, was Ansichten des Dashboards abfragten",
    byScreen: "eine Ansicht",
    path: "Operation",
    anyPath: "Jede Operation",
    onlyKey: (key) => `Schlüssel ${key}`,
    onlyGrant: (program) => `Programm ${program}`,
    onlyCaller: (caller) => `Nur Aufrufe von ${caller}`,
    columns: {
      at: "Wann",
      call: "Aufruf",
      status: "Antwort",
      credits: "Credits",
      took: "Dauer",
      caller: "Aufgerufen von"
    },
    empty: "In dieser Zeit gab es keinen Aufruf.",
    emptyBody:
      "Jeder Aufruf der API bleibt hier 30 Tage, mit dem, was gesendet und geantwortet wurde. Was Ansichten des Dashboards von selbst abfragen, ist ausgelassen.",
    noneFound: "Kein Aufruf passt dazu.",
    noneFoundBody: "Ein längerer Zeitraum, ein anderer Ausgang oder weniger Wörter finden vielleicht welche.",
    clear: "Filter aufheben",
    zdr: "nicht aufbewahrt"
  },
  request: {
    title: "Aufruf",
    back: "Aufrufe",
    answered: "Beantwortet",
    took: "Dauer",
    credits: "Credits",
    left: "danach übrig",
    caller: "Aufgerufen von",
    byScreen: "durch eine Ansicht des Dashboards",
    tags: "Schlagwörter",
    agent: "Gesendet von",
    id: "Aufruf-Kennung",
    input: "Was gesendet wurde",
    query: "In der Adresse",
    body: "Inhalt",
    nothingSent: "Nichts außer der Adresse.",
    response: "Was geantwortet wurde",
    noResponse: "Die Antwort ist nicht aufbewahrt: Bei dieser Operation oder dieser Organisation geschieht das nicht.",
    rerun: "Unter „Testen“ öffnen",
    zdr: "Ohne Aufbewahrung: Es steht nur fest, dass aufgerufen wurde, und nichts von Gesendetem und Geantwortetem."
  }
}
