/** Deutsch: Start. */
import type { home as English } from "../en/home.ts"

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("de")} ${count === 1 ? one : many}`

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const atLeast = (count: number, isMore: boolean): string => `${isMore ? "über " : ""}${count.toLocaleString("de")}`

export const home: typeof English = {
  title: "Start",
  works: "Alles läuft.",
  worksAsSeen: "Alles, was dieser Schlüssel sehen darf, läuft.",
  needs: (count, isMore) =>
    count === 1 && !isMore ? "Eine Sache braucht Sie." : `${capital(atLeast(count, isMore))} Dinge brauchen Sie.`,
  cannotSay: "Ob alles läuft, lässt sich gerade nicht sagen.",
  monitors: (count) => plural(count, "Monitor", "Monitore"),
  paused: (count, isMore) => `${atLeast(count, isMore)} pausiert`,
  lastLook: (ago) => `zuletzt nachgesehen ${ago}`,
  noLook: "der erste Blick steht noch aus",
  needTitle: "Was Sie braucht",
  need: {
    failing: "Lässt sich nicht lesen.",
    failingFor: (reason) => `Lässt sich nicht lesen: ${reason}`,
    stopped: (reason) => `Pausiert, weil es immer wieder fehlschlug: ${reason}`,
    starved: "Pausiert, weil die Credits verbraucht waren.",
    late: (count, isMore) =>
      count === 1 && !isMore ? "Ein Lauf ist überfällig" : `${capital(atLeast(count, isMore))} Läufe sind überfällig`,
    lateTodo: (ago) => `Der erste war ${ago} fällig. Arbeitet ein Prozess, der Monitore ausführt?`,
    place: (count, isMore, host) =>
      count === 1 && !isMore
        ? `Ein Ereignis kam bei ${host} nicht an`
        : `${capital(atLeast(count, isMore))} Ereignisse kamen bei ${host} nicht an`,
    placeLast: (message) => `Nach allen Versuchen aufgegeben. Der letzte: ${message}`,
    placeBody: "Nach allen Versuchen aufgegeben.",
    waiting: (count, host) =>
      count === 1
        ? `Ein Ereignis kam bei ${host} noch nicht an`
        : `${count.toLocaleString("de")} Ereignisse kamen bei ${host} noch nicht an`,
    waitingNext: (when, message) =>
      `Bisher schlug jeder Versuch fehl. Der nächste kommt von selbst: ${when.replace(/\.$/, "")}.${message === null ? "" : ` Der letzte: ${message}`}`,
    creditsOut: "Die Credits sind verbraucht",
    creditsOutTodo: "Was Credits kostet, wird abgelehnt, bis neue da sind.",
    creditsEnd: (days) => `Die Credits reichen noch etwa ${plural(days, "Tag", "Tage")}`,
    creditsToday: "Die Credits reichen keinen Tag mehr",
    creditsLeft: (left) => `Noch ${left} übrig. Geschätzt: wenn jeder Tag wäre wie die letzten sieben.`,
    batch: (name) => `${name}: fehlgeschlagen`,
    batchStalled: (name) => `${name}: wartet auf den Beginn`,
    batchStalledTodo: (ago) => `Angelegt ${ago}. Arbeitet ein Prozess, der Stapel ausführt?`
  },
  act: {
    run: "Jetzt nachsehen",
    resume: "Fortsetzen",
    again: "Erneut senden",
    usage: "Zum Verbrauch",
    look: "Ansehen",
    monitors: "Ansehen"
  },
  moreFailing: (count) => `${count} weitere, die sich nicht lesen lassen`,
  moreStopped: (count) => `${count} weitere, die sich selbst pausiert haben`,
  morePlaces: (count) => `${count} weitere Ziele`,
  changes: "Neue Änderungen",
  noChanges: "Nichts Neues: Alle Änderungen sind gesichtet.",
  allChanges: (count) => `Alle ${count} im Eingang`,
  inbox: "Eingang",
  credits: "Credits",
  left: "Übrig",
  spent: (date) => `Verbraucht seit ${date}`,
  spentWeek: "Verbraucht in sieben Tagen",
  estimated: (days) =>
    days === 1
      ? "Geschätzt nach dem ersten Tag."
      : days < 7
        ? `Geschätzt nach den ersten ${days} Tagen.`
        : "Geschätzt nach den letzten sieben Tagen.",
  usage: "Verbrauch",
  next: "Als Nächstes",
  noNext: "Nichts: Alle Monitore sind pausiert.",
  firstTitle: "Beobachten Sie Ihre erste Seite",
  firstBody: (cost) =>
    `Fügen Sie eine Adresse ein. Sie sehen, was davon behalten würde, worin sich zwei Blicke unterscheiden und was das Beobachten kostet; gespeichert wird erst, wenn Sie es sagen. Das Ansehen selbst kostet ${cost}.`,
  address: "Adresse",
  firstAct: "Ansehen",
  orTry: "Oder eine Seite einmal lesen",
  noScope: "Dieser Schlüssel darf keine Monitore sehen.",
  noScopeTodo:
    "Der Start zeigt, wie Monitore, Zustellungen und Stapel stehen. Dafür braucht es das Recht monitors:read."
}
