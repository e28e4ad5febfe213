/** Deutsch: die Vorführung. */
import type { demonstration as English } from "../en/demonstration.ts"

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("de")} ${count === 1 ? one : many}`

export const demonstration: typeof English = {
  title: "Vorführung",
  offer:
    "Oder sehen Sie in einer halben Minute, was es tut: Eine kleine Website dieses Servers wird beobachtet, während sie sich ändert. Davon bleibt nichts.",
  command:
    "Oder in einer Minute: Dieser Befehl beobachtet eine kleine Website, die sich von selbst ändert, ohne Internet.",
  show: "Vorführen",
  open: "Vorführung öffnen",
  preparing: "Die Website wird bereitgestellt und einmal gelesen …",
  failed: "Die Vorführung ließ sich nicht zeigen.",
  what: "Was geschah",
  remove: "Entfernen",
  removing: "Wird entfernt …",
  ended: "Sie wurde entfernt, weil niemand hinsah oder der Server angehalten wurde.",
  own: "Zum eigenen Eingang",
  lead: "Monitore, Blicke, Ereignisse und Signaturen sind echt. Die Website ist erfunden, und nichts hier gehört Ihnen: keine Credits, keine Zeilen, kein Protokoll.",
  now: {
    watching: "Eine kleine Website wird beobachtet.",
    flickers: "Sie zitiert bei jedem Blick jemand anderen. Niemand wird benachrichtigt.",
    changed: "Sie hat sich geändert.",
    told: "Die Ereignisse kamen an, ihre Signaturen stimmen.",
    day: "Ein Tag vergeht, Blick um Blick.",
    week: "Eine Woche ist vergangen. Sehen Sie sich um."
  },
  steps: {
    watch: (count) =>
      `${plural(count, "Monitor beobachtet", "Monitore beobachten")} eine kleine Website: jedes Wort der Preise, Seiten, die kommen und gehen, Daten der Stellen und ein Ziel in Worten.`,
    quiet:
      "Die Website zitiert bei jedem Blick ein anderes Mitglied. Ein zweiter Blick zeigte nicht dasselbe, also wurde niemand benachrichtigt.",
    change: (count) => `Dann änderte sie sich, und ${plural(count, "Änderung wurde", "Änderungen wurden")} gemeldet:`,
    browser:
      "Eine Seite sagt nichts, bis ihr Skript läuft. Ein Browser hat sie gezeichnet, und auch was sie zeigt, änderte sich:",
    noBrowser: "Die Seite, die nur ein Browser zeigt, wurde ausgelassen:",
    events: (verified, arrived) =>
      `Jede ging als signiertes Ereignis an das eingebaute Postfach: ${verified} von ${arrived} Signaturen stimmen.`,
    later:
      "Die Uhr ging eine Woche vor: weitere Änderungen, ein Ausfall und Blicke, die nichts fanden, im Streifen jedes Monitors."
  },
  see: {
    monitors: "Die Monitore",
    run: "Warum niemand benachrichtigt wurde",
    events: "Die Ereignisse, wie sie ankamen",
    strips: "Die Streifen"
  },
  state: { done: "geschehen", waiting: "steht noch aus" }
}
