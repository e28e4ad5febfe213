/** Deutsch: Crawls und Stapel. */
import type { Strings } from "../en.ts"

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("de")} ${count === 1 ? one : many}`

export const work: Strings["work"] = {
  lead: "Viele Seiten auf einmal: wie weit sie sind und was sie gekostet haben.",
  begin: "Neuer Stapel oder Crawl",
  make: {
    title: "Neuer Stapel oder Crawl",
    retryTitle: "Gescheitertes noch einmal lesen",
    lead: "Viele Seiten im Hintergrund: ihre Texte als Dateien, und eine Zeile für jede Seite, die sich nicht lesen ließ.",
    kind: "Was gelesen wird",
    kinds: {
      list: "Eine Liste von Adressen",
      crawl: "Eine Website, Link um Link",
      sitemap: "Eine Website nach ihrer Sitemap"
    },
    kindHints: {
      list: "Bis zu 100.000. Dieselbe Adresse wird einmal gelesen.",
      crawl: "Von dieser Adresse an alles, worauf sie innerhalb der Website verweist. robots.txt wird beachtet.",
      sitemap: "Jede Adresse, die die Website in ihrer Sitemap nennt."
    },
    addresses: "Adressen, eine je Zeile",
    file: "Oder eine Datei: eine Adresse je Zeile, oder eine Tabelle (CSV, TSV), in der eine Spalte sie enthält",
    column: "Spalte mit den Adressen",
    typeInstead: "Lieber eintippen",
    tooLarge: (most: string) =>
      `Die Datei ist größer als ${most}: Der Befehl kittiwake batch submit nimmt auch größere.`,
    tooMany: (most: string) => `Ein Stapel fasst höchstens ${most} Adressen.`,
    start: "Beginnen bei",
    domain: "Domain",
    max: "Höchstens so viele Seiten",
    depth: "Höchstens so viele Links tief",
    pattern: "Nur Adressen wie (regulärer Ausdruck)",
    format: "Text als",
    main: "Nur der Hauptinhalt, ohne Menüs und Fußzeilen",
    tags: "Schlagwörter, durch Kommas getrennt",
    begin: "Beginnen",
    price: (pages: string, credits: string) =>
      `${pages} ${pages === "1" ? "Seite" : "Seiten"}: höchstens ${credits}. Was sich nicht lesen lässt, wird zurückgegeben.`,
    priceMost: (pages: string, credits: string) =>
      `Bis zu ${pages} ${pages === "1" ? "Seite" : "Seiten"}: ${credits} werden reserviert. Was nicht gelesen wird, kommt am Ende zurück.`,
    retryLead: (found: string, all: string) =>
      found === all
        ? `${found} ${found === "1" ? "Seite ließ" : "Seiten ließen"} sich nicht lesen. Ein neuer Stapel versucht es noch einmal; der alte bleibt.`
        : `${found} von ${all} Seiten, die sich nicht lesen ließen, wurden gefunden und werden in einem neuen Stapel noch einmal versucht.`,
    retryHint: "Wie der erste Stapel seine Seiten las, wird nicht aufbewahrt: Wählen Sie es unten neu."
  },
  retry: "Gescheitertes noch einmal lesen",
  example: "Zum Beispiel",
  filter: "Zustand",
  anyStatus: "Jeder Zustand",
  clear: "Filter löschen",
  noneFoundTitle: "Kein Stapel ist so.",
  noneFoundBody: "Vielleicht findet ihn ein anderer Filter.",
  hosts: "Nach Host",
  host: { name: "Host", read: "Gelesen", failed: "Gescheitert" },
  partlyFailed: (read: string, all: string) => `Von den ersten ${read} von ${all} fehlgeschlagenen Seiten.`,
  partly: (read: string, all: string) => `Von den ersten ${read} von ${all} Seiten.`,
  hostsLater: "Hosts und Beispiele werden genannt, sobald er zu Ende ist.",
  filesRead: "Dieser Befehl schreibt für jede Seite eine Datei, die sich so lesen lässt:",
  pages: { title: "Gelesene Seiten", empty: "Sie hat keinen Text." },
  causes: {
    NOT_FOUND: "Die Seite gibt es nicht",
    WEBSITE_NOT_FOUND: "Unter der Adresse gibt es keine Website",
    WEBSITE_ACCESS_ERROR: "Die Website antwortete nicht, wie sie sollte",
    WEBSITE_BLOCKED: "Die Website lässt keine Programme ein",
    PDF_SKIPPED: "Eine PDF-Datei, und die waren nicht gewünscht",
    PDF_IMAGES_ONLY: "Eine PDF-Datei aus Bildern ohne Text",
    UNSUPPORTED_CONTENT: "Eine Art von Datei, die nicht gelesen wird",
    CONTENT_TOO_LARGE: "Zu groß",
    REQUEST_TIMEOUT: "Es dauerte zu lange",
    INTERNAL_ERROR: "Hier ist etwas schiefgegangen"
  },
  files: "Jede enthält eine Zeile JSON je Seite, mit gzip komprimiert.",
  emptyTitle: "Noch wurde kein Stapel und kein Crawl begonnen.",
  emptyBody:
    "Bis zu 100.000 Adressen oder eine ganze Website werden im Hintergrund gelesen; hier sehen Sie sie hereinkommen.",
  columns: { status: "Zustand", batch: "Was", done: "Fertig", cost: "Kosten", begun: "Begonnen" },
  modes: { scrape: "Seiten", crawl: "Crawl" },
  statuses: {
    queued: "wartet",
    running: "läuft",
    completed: "fertig",
    failed: "gescheitert",
    cancelling: "wird abgebrochen",
    cancelled: "abgebrochen"
  },
  failed: (count: number) => `${count.toLocaleString("de")} gescheitert`,
  progress: (succeeded: string, failed: string, pending: string) =>
    `${succeeded} fertig, ${failed} gescheitert, ${pending} stehen noch aus`,
  reserved: "Reserviert",
  refunded: "Zurückgegeben",
  tags: "Schlagwörter",
  sent: (count: number) => plural(count, "Adresse", "Adressen"),
  sitemapOf: (domain: string) => `die Sitemap von ${domain}`,
  leftOut: {
    title: "Ausgelassen",
    twice: (count: number) =>
      `${plural(count, "Adresse kam mehrfach und wird", "Adressen kamen mehrfach und werden")} einmal gelesen.`,
    invalid: (count: number) =>
      `${plural(count, "Eintrag lässt", "Einträge lassen")} sich nicht abrufen und ${count === 1 ? "kostet" : "kosten"} nichts:`,
    first: (shown: number, all: number) =>
      `Die ersten ${shown.toLocaleString("de")} von ${all.toLocaleString("de")} sind aufbewahrt.`
  },
  errors: "Was gescheitert ist, nach Ursache",
  results: "Ergebnisse",
  file: (items: string) => `${items} Seiten`,
  cancel: "Abbrechen",
  cancelTitle: "Das abbrechen?",
  cancelBody: (pending: string) =>
    `${pending} Seiten werden nicht mehr gelesen, und ihre Credits kommen zurück. Was gelesen wurde, bleibt.`
}
