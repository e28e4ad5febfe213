/** Deutsch: Ausprobieren, und wie Ergebnisse gezeigt werden. */
import type { Strings } from "../en.ts"

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("de")} ${count === 1 ? one : many}`

export const playground: Strings["playground"] = {
  title: "Ausprobieren",
  lead: "Jede Operation ausprobieren: Formular ausfüllen, Antwort ansehen, Code mitnehmen.",
  operation: "Operation",
  find: "Operation finden",
  noneFound: "So heißt keine Operation.",
  groups: {
    read: "Das Web lesen",
    ask: "Das Web fragen",
    companies: "Firmen und Personen",
    watch: "Monitore",
    work: "Stapel",
    account: "Konto"
  },
  operations: {
    "web.markdown": "Seite als Markdown",
    "web.html": "Seite als HTML",
    "web.images": "Bilder einer Seite",
    "web.bytes": "Eine Datei, wie sie ist",
    "web.screenshot": "Bild einer Seite",
    "web.siteScreenshot": "Bild einer Website",
    "web.sitemap": "Adressen einer Website",
    "web.crawl": "Eine Website durchgehen",
    "web.parse": "Ein Dokument lesen",
    "search.search": "Suchen",
    "answers.answers": "Eine Aufgabe beantworten",
    "extraction.extract": "Daten herausziehen",
    "brands.retrieve": "Eine Marke",
    "brands.search": "Marken finden",
    "people.enrich": "Eine Person",
    "news.search": "Nachrichten",
    "products.product": "Ein Produkt",
    "products.products": "Produkte einer Website"
  },
  fields: {
    url: "Adresse",
    domain: "Domain",
    query: "Wörter",
    maxPages: "Höchstens Seiten",
    useMainContentOnly: "Nur der Hauptinhalt",
    includeLinks: "Mit Links",
    includeImages: "Mit Bildern",
    fullScreenshot: "Die ganze Seite"
  },
  view: "Wie die Eingabe gezeigt wird",
  inputViews: { form: "Formular", json: "JSON", code: "Code" },
  views: {
    card: "Karte",
    rendered: "Seite",
    markdown: "Markdown",
    frame: "Als Seite",
    html: "HTML",
    picture: "Bild",
    pages: "Seiten",
    table: "Tabelle",
    tree: "Baum",
    raw: "JSON"
  },
  inputJson: "Eingabe als JSON",
  notJson: "Das ist kein JSON.",
  notInAddress:
    "Die Adresse kann diese Eingabe nicht fassen: Sie ist zu lang. Sie steht hier, bis Sie diese Ansicht verlassen; ein Link hierher enthält sie nicht.",
  required: "nötig",
  unset: "nicht gesetzt",
  noFields: "Sie braucht keine Angaben.",
  moreFields: (count: number) => plural(count, "weiteres Feld", "weitere Felder"),
  file: "Datei",
  fileHint: "Sie geht nur an diesen Server.",
  fileInCode: "Der Code liest die Datei von ihrem Ort: Setzen Sie ihren Namen ein.",
  language: "Sprache",
  example: "Beispiel einsetzen",
  send: "Senden",
  running: "Die Antwort steht noch aus …",
  free: "kostenlos",
  between: (least: string, most: string) => `${least} bis ${most}`,
  eachPage: "für jede Seite, die gelesen wurde",
  onlyIfFound: "nur wenn es gelingt",
  needsScope: (scope: string) => `Das verlangt das Recht ${scope}, das Ihr Schlüssel nicht hat.`,
  destroys: "Das lässt sich nicht zurücknehmen. Trotzdem senden?",
  result: "Ergebnis",
  nothingYet: "Hier erscheint die Antwort",
  nothingYetBody: "Mit dem, was sie gekostet hat: Zeit, Credits und die Kennung, unter der das Log sie hat.",
  refused: "abgelehnt",
  answered: (status: number) => `${status} geantwortet`,
  inTheLog: "im Log",
  makeMonitor: "Daraus einen Monitor machen",
  tooLong: "Die Antwort ist zu lang, um sie zu zeigen. Nehmen Sie den Code mit oder speichern Sie sie.",
  forgotten: "Die Antwort dieses Aufrufs wurde losgelassen, um Speicher zu sparen. Senden Sie ihn erneut.",
  past: (count: number) => plural(count, "früherer Aufruf", "frühere Aufrufe"),
  forget: "Vergessen",
  frameHint: "Die Seite ohne ihre Skripte, Stile und Bilder: Nichts von ihr läuft oder lädt hier.",
  pictureAlt: "Das aufgenommene Bild",
  pictureGone: "Das Bild wird nicht mehr aufbewahrt.",
  rawCut: (shown: string, all: string) => `Gezeigt werden die ersten ${shown} von ${all}.`,
  download: "Speichern",
  found: "Was gefunden wurde",
  from: "von",
  asOf: "Stand",
  restsOn: "Worauf es sich stützt"
}

export const parts: Strings["parts"] = {
  picture: "Bild",
  andMore: (count: number) => `und ${count.toLocaleString("de")} weitere`,
  entries: (count: number) => plural(count, "Eintrag", "Einträge"),
  fields: (count: number) => plural(count, "Feld", "Felder")
}
