/** Deutsch. */
import { parts } from "./de/parts.ts"
import type { Core } from "./en.ts"

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("de")} ${count === 1 ? one : many}`

export const de: Core = {
  common: {
    notDone: "Das ging nicht. Es bleibt, wie es war.",
    loading: "Wird geladen",
    more: "Mehr zeigen",
    save: "Speichern",
    cancel: "Abbrechen",
    close: "Schließen",
    code: "Programmtext",
    copy: "Kopieren",
    copied: "Kopiert",
    undo: "Rückgängig",
    retry: "Erneut versuchen",
    search: "Suchen",
    all: "Alle",
    none: "Keine",
    yes: "Ja",
    no: "Nein",
    unknown: "unbekannt",
    credits: (count: number) => plural(count, "Credit", "Credits"),
    never: "nie",
    skipToContent: "Zum Inhalt springen",
    asCall: "Als Aufruf der API",
    asCallHint: "Was diese Ansicht abgefragt hat, fertig zum Ausführen. KITTIWAKE_API_KEY ist einer Ihrer Schlüssel.",
    stale: (ago: string) => `Nicht live: vom Server zuletzt ${ago} gehört`,
    live: "Live: Änderungen erscheinen, sobald sie geschehen",
    views: "Filter",
    viewsHint: "Gespeicherte Filter dieser Liste (v)",
    without: (filter: string) => `Ohne ${filter}`
  },
  problem: {
    signIn: "Anmelden",
    unreachable: "Der Server antwortet nicht.",
    unreachableTodo: "Läuft er (kittiwake start)? Diese Seite versucht es von selbst wieder.",
    unauthorized: "Sie sind nicht mehr angemeldet.",
    unauthorizedTodo: "Melden Sie sich wieder an; danach sind Sie wieder hier.",
    forbidden: "Ihr Schlüssel darf das nicht.",
    lacksTodo: (scope: string) =>
      `Das verlangt das Recht ${scope}: Melden Sie sich mit einem Schlüssel an, der es hat.`,
    limit: "Eine Grenze dieser Organisation ist erreicht.",
    noCredits: "Die Credits reichen nicht.",
    noCreditsTodo: "Verlangen Sie weniger, oder lassen Sie vom Betreiber Credits gutschreiben.",
    plan: "Der Tarif dieser Organisation enthält das nicht.",
    planTodo: "Ihr Betreiber kann den Tarif ändern.",
    paused: "Zurzeit wird nichts gesammelt.",
    disabled: "Diese Organisation ist gesperrt.",
    disabledTodo: "Fragen Sie ihren Betreiber.",
    elsewhere: "Der Server hält diese Seite für eine von anderswo.",
    elsewhereTodo:
      "Öffnen Sie sie unter der Adresse in KITTIWAKE_PUBLIC_URL, oder lassen Sie diese vom Betreiber berichtigen.",
    lacking: "Dieser Installation fehlt etwas.",
    lackingTodo: "Wer sie betreibt, kann einstellen, was die Meldung nennt.",
    notFound: "Unter dieser Adresse gibt es nichts.",
    notFoundTodo: "Es wurde vielleicht entfernt, oder es gehört einer anderen Organisation.",
    tooMany: "Zurzeit zu viele Aufrufe.",
    tooManyTodo: (seconds: number | null) =>
      seconds === null
        ? "Warten Sie kurz und versuchen Sie es dann erneut."
        : `Warten Sie ${plural(seconds, "Sekunde", "Sekunden")} und versuchen Sie es dann erneut.`,
    server: "Der Server konnte nicht antworten.",
    serverTodo: "Versuchen Sie es gleich noch einmal. Bleibt es dabei, sagt sein Log unter der Anfrage-ID, warum.",
    broken: "Diese Ansicht ist kaputtgegangen.",
    brokenTodo: "Laden Sie sie neu. Geschieht es wieder, helfen die Angaben unten beim Beheben.",
    requestId: "Anfrage-ID"
  },
  nav: {
    label: "Ansichten",
    home: "Start",
    inbox: "Eingang",
    monitors: "Monitore",
    playground: "Testen",
    work: "Crawls, Stapel",
    deliveries: "Zustellungen",
    usage: "Verbrauch",
    keys: "Schlüssel",
    system: "System",
    more: "Mehr",
    newMonitor: "Etwas beobachten",
    signOut: "Abmelden",
    organization: "Organisation",
    findOrganization: "Nach Name oder ID suchen",
    foundOrganizations: (count) => `${count.toLocaleString("de")} gefunden`,
    theme: "Aussehen",
    themes: { auto: "Wie das System", light: "Hell", dark: "Dunkel" },
    language: "Sprache",
    shortcuts: "Tastatur"
  },
  palette: {
    title: "Überall hin, alles tun",
    short: "Finden",
    placeholder: "Ansicht, Monitor oder Befehl eintippen",
    empty: "So heißt nichts.",
    screens: "Ansichten",
    monitors: "Monitore",
    actions: "Befehle"
  },
  shortcuts: {
    title: "Tastatur",
    move: "Weiter und zurück",
    open: "Öffnen",
    done: "Erledigt",
    mute: "Solches stummschalten",
    notUseful: "Nicht nützlich",
    share: "Teilen",
    run: "Jetzt nachsehen",
    views: "Gespeicherte Filter einer Liste",
    choose: "In der Liste der Monitore: einen wählen, alle gezeigten, keinen",
    search: "Suchen",
    go: "Zu einer Ansicht: h Start, i Eingang, m Monitore, p Testen, b Crawls und Stapel, d Zustellungen, u Verbrauch, k Schlüssel, s System",
    palette: "Alles",
    help: "Diese Liste"
  },
  enter: {
    title: "Anmelden",
    lead: "Mit einem Schlüssel einer Organisation oder dem Betreiber-Token dieser Installation.",
    key: "API-Schlüssel oder Betreiber-Token",
    submit: "Anmelden",
    wrong:
      "So lautet kein Schlüssel und kein Betreiber-Token. Schlüssel beginnen mit sk_, und kittiwake key create macht einen neuen.",
    link: "Der Link wird geöffnet …",
    linkUsed: "Dieser Link wurde schon benutzt oder ist älter als 15 Minuten. kittiwake dashboard druckt einen neuen.",
    where:
      "Der erste Start eines lokalen Servers druckt einen Link, der diese Seite angemeldet öffnet. kittiwake dashboard druckt einen weiteren.",
    kept: "Was Sie eintippen, geht nur an diesen Server. Der Browser behält eine Sitzung und nie den Schlüssel."
  },
  time: {
    zone: (zone: string) => `Zeiten gelten für ${zone}.`
  },
  importance: { low: "gering", medium: "mittel", high: "hoch", unjudged: "nicht beurteilt" },
  status: {
    active: "beobachtet",
    paused: "pausiert",
    failing: "scheitert",
    waiting: "wartet",
    completed: "fertig",
    failed: "gescheitert",
    skipped: "ausgelassen",
    queued: "in der Reihe",
    running: "läuft",
    changed: "geändert",
    unchanged: "unverändert",
    notRun: "nicht gelaufen"
  },
  strip: {
    label: (changed: number, failed: number, all: number) =>
      `Die letzten ${plural(all, "Lauf", "Läufe")}: ${changed} geändert, ${failed} gescheitert`
  },
  diff: {
    modes: { inline: "Im Text", split: "Nebeneinander", words: "Wörter" },
    label: "Was sich unterscheidet",
    alike: (count: number) => plural(count, "gleiche Zeile", "gleiche Zeilen"),
    added: "hinzugekommen",
    removed: "entfallen",
    before: "Vorher",
    after: "Nachher",
    none: "Keine Zeile unterscheidet sich.",
    download: "Als Patch herunterladen"
  },
  inbox: {
    title: "Eingang",
    search: "Änderungen durchsuchen",
    filters: { open: "Neu", done: "Erledigt", not_useful: "Nicht nützlich", all: "Alle" },
    importance: "Wichtigkeit",
    anyImportance: "Jede Wichtigkeit",
    tag: "Schlagwort",
    emptyTitle: "Noch hat sich nichts geändert.",
    emptyBody: "Sobald sich etwas ändert, das Sie beobachten, steht es hier in einem Satz: was war und was jetzt ist.",
    emptyFirst: "Eine Seite beobachten",
    allDone: "Alles erledigt.",
    allDoneBody: "Jede Änderung wurde angesehen. Die nächste erscheint hier von selbst.",
    noneFound: "So ist keine Änderung.",
    noneFoundBody: "Weniger Wörter oder ein anderer Filter finden vielleicht eine.",
    clear: "Filter aufheben",
    doneAll: "Alles erledigt",
    doneAllHint: "Alles bis jetzt",
    doneFilteredHint: "Alles, was dieser Filter findet, bis jetzt",
    undone: (count: number) => `${plural(count, "Änderung ist", "Änderungen sind")} erledigt.`,
    markedDone: "Erledigt.",
    markedNotUseful: "Als nicht nützlich vermerkt.",
    markedOpen: "Wieder neu.",
    pick: "Wählen Sie eine Änderung, um sie hier zu lesen.",
    feed: "Was die API sagt"
  },
  change: {
    tabs: {
      text: "Text",
      page: "Seite",
      picture: "Bild",
      data: "Daten",
      urls: "Adressen",
      evidence: "Belege",
      why: "Warum",
      deliveries: "Zustellungen"
    },
    done: "Erledigt",
    reopen: "Wieder neu",
    mute: "Solches stummschalten",
    notUseful: "Nicht nützlich",
    share: "Teilen",
    runNow: "Jetzt nachsehen",
    runQueued: "Ein Lauf ist unterwegs.",
    monitorGone: "Der Monitor dazu wurde entfernt",
    sure: (confidence: string) => `${confidence} sicher`,
    against: (date: string) => `gegenüber ${date}`,
    noText: "Diese Änderung hat keine Textzeilen.",
    before: "Vorher",
    after: "Nachher",
    pictureMode: { slider: "Schieber", side: "Nebeneinander", blend: "Übereinander", blink: "Wechselnd" },
    noPicture: "Von diesen Fassungen wurde kein Bild aufbewahrt.",
    noPictureTodo: "Bilder brauchen Chromium (kittiwake doctor sagt, ob es da ist).",
    slider: "Wie viel vom neueren Bild gezeigt wird",
    added: "hinzugekommen",
    removed: "entfallen",
    moved: "umgezogen",
    matched: "betroffen",
    movedTo: "jetzt unter",
    cut: (shown: number, all: number) => `${shown} von ${all} wurden aufbewahrt.`,
    noUrls: "Keine Adresse kam oder ging.",
    noEvidence:
      "Keine Zitate wurden aufbewahrt. Exakte Monitore melden jeden Unterschied; Ziele zitieren, worauf sie sich stützen.",
    evidenceOf: { before: "Da stand", after: "Da steht" },
    told: (done: number, all: number) => `${done} von ${plural(all, "Ort", "Orten")} gemeldet`,
    toldNobody: "Niemandem gemeldet: Der Monitor hat keinen Webhook.",
    fields: { path: "Feld", before: "War", after: "Ist" },
    pageHint: "Der Text der Seite, wie er aufbewahrt wurde: Nichts von der Website läuft oder lädt hier.",
    openPage: "Die Seite selbst öffnen"
  },
  mute: {
    title: "Solche Änderungen stummschalten",
    lead: "Jeder Vorschlag sagt, was von den letzten Läufen er stillgehalten hätte. In den Einstellungen des Monitors lässt er sich zurücknehmen.",
    looking: "Jeder wird an den aufbewahrten Fassungen ausprobiert …",
    none: "Nichts Engeres als die ganze Seite hätte diese Änderung stillgehalten.",
    noneTodo: {
      page: "Ein Ziel am Monitor sagt, worauf es ankommt; alles andere bleibt dann still.",
      sitemap:
        "Pfade in den Einstellungen des Monitors sagen, welche Adressen der Website beobachtet und welche ausgelassen werden.",
      extract:
        "Eine engere Frage in den Einstellungen des Monitors oder weniger Felder in ihrer Form sagen, worauf es ankommt."
    },
    would: (quiet: number, of: number) => `hätte ${quiet} von ${plural(of, "Änderung", "Änderungen")} stillgehalten`,
    kinds: {
      region: "Diesen Teil der Seite auslassen",
      lines: "Zeilen wie diese auslassen, gleich welche Zahlen sie enthalten",
      addresses: "Diesen Teil der Website auslassen",
      threshold: "Mehr Sicherheit verlangen"
    },
    threshold: (share: string) => `Nur melden, was zu mindestens ${share} sicher ist`,
    notThis: "Diese Änderung wäre trotzdem gemeldet worden.",
    unknown: (count: number) => `Bei ${plural(count, "Paar", "Paaren")} von Fassungen lässt es sich nicht sagen.`,
    resets: "Der Monitor fängt damit neu an: Mit dem, was er als Nächstes sieht, werden spätere Blicke verglichen.",
    hidesGoal: "Das Ziel fragt danach: Nichts dergleichen würde noch gemeldet.",
    apply: "Verwenden",
    applied: "Der Monitor hält solche Änderungen ab dem nächsten Lauf still."
  },
  steps: {
    title: "Was der Lauf getan hat",
    names: {
      fetch: "Geholt",
      render: "Gezeichnet",
      read: "Gelesen",
      filter: "Ausgelassen",
      compare: "Verglichen",
      confirm: "Noch einmal angesehen",
      match: "Zugeordnet",
      judge: "Beurteilt",
      decide: "Entschieden",
      keep: "Aufbewahrt",
      tell: "Gemeldet"
    }
  },
  body: { views: { pretty: "Eingerückt", raw: "Wie es war" }, whole: "Alles zeigen" },
  parts
}
