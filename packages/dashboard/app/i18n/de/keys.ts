/** Deutsch: Schlüssel, Browser-Profile, Apps und Sitzungen. */
import type { keys as English } from "../en/keys.ts"

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("de")} ${count === 1 ? one : many}`

export const keys: typeof English = {
  title: "Schlüssel",
  lead: "Wer im Namen dieser Organisation aufrufen darf, und womit.",
  tabs: { keys: "API-Schlüssel", profiles: "Browser-Profile", apps: "Apps", sessions: "Sitzungen" },
  operatorOnly: "Schlüssel macht der Betreiber.",
  operatorOnlyTodo:
    "Wer diese Installation betreibt, macht und beendet Schlüssel: hier, angemeldet mit dem Betreiber-Token, oder mit kittiwake key create.",
  choose: "Wählen Sie unten links eine Organisation.",
  yours: "Womit Sie angemeldet sind",
  yoursAll: "Er darf alles.",
  yoursSome: "Er darf:",
  askFor: "Für einen weiteren Schlüssel bitten Sie den Betreiber, dies auszuführen, mit den nötigen Berechtigungen:",
  scopes: {
    "data:execute": ["Das Web lesen", "Seiten lesen, Bilder aufnehmen, suchen, Daten ziehen; kostet Credits"],
    "monitors:read": ["Monitore sehen", "Monitore, ihre Läufe, Änderungen und Zustellungen"],
    "monitors:write": [
      "Monitore ändern",
      "anlegen, ändern, ausführen, entfernen; ihre Signatur-Geheimnisse sehen"
    ],
    "batches:read": ["Stapel sehen", "Crawls und Stapel mit ihren Ergebnissen"],
    "batches:write": ["Stapel starten", "Crawls und Stapel starten und abbrechen, was Tausende Credits kosten kann"],
    "logs:read": [
      "Verbrauch sehen",
      "Credits, das Protokoll der Aufrufe mit Gesendetem und Geantwortetem, Browser-Profile"
    ]
  },
  everything: "Alles",
  columns: { name: "Name", scopes: "Darf", created: "Gemacht", state: "Stand" },
  active: "gültig",
  revoked: (ago) => `beendet ${ago}`,
  showRevoked: (count) => `${plural(count, "beendeten Schlüssel", "beendete Schlüssel")} zeigen`,
  endsIn: (last4) => `endet auf ${last4}`,
  usage: "Verbrauch",
  create: "Schlüssel machen",
  name: "Name",
  nameHint: "Wo er benutzt wird, damit Sie später wissen, was beim Beenden stehen bleibt.",
  namePlaceholder: "Preisprüfer auf dem Build-Server",
  may: "Was er darf",
  presets: { all: "Alles", read: "Nur ansehen", data: "Nur das Web lesen", chosen: "Gewählt" },
  made: "Der Schlüssel ist gemacht.",
  madeHint: "Nur jetzt wird er gezeigt. Bewahren Sie ihn dort auf, wo Geheimnisse liegen.",
  tryIt: "Ausprobieren",
  understood: "Ich habe ihn",
  revoke: "Beenden",
  revokeTitle: (name) => `Den Schlüssel „${name}“ beenden?`,
  revokeBody: (last4) =>
    `Was mit dem Schlüssel aufruft, der auf ${last4} endet, wird binnen Sekunden abgewiesen. Das lässt sich nicht zurücknehmen.`,
  revokeUsed: (count) => `In den letzten sieben Tagen kamen von ihm ${count} Aufrufe.`,
  revokeUnused: "In den letzten sieben Tagen kam von ihm kein Aufruf.",
  revokeApps: (names) => `Diese Apps wurden mit ihm angemeldet und enden auch: ${names}.`,
  revokeSessions: "Sitzungen des Dashboards, die mit ihm geöffnet wurden, enden ebenfalls.",
  revokedDone: "Der Schlüssel ist beendet.",
  emptyTitle: "Noch kein Schlüssel.",
  emptyBody:
    "Programme rufen mit einem Schlüssel dieser Organisation auf. Geben Sie jedem seinen eigenen, mit so wenig wie nötig.",
  profiles: {
    lead: "Sitzungen eines echten Browsers, versiegelt aufbewahrt, um Seiten hinter einer Anmeldung zu sehen.",
    create: "Profil aufbewahren",
    description: "Beschreibung",
    descriptionPlaceholder: "Lieferantenportal, als Einkäufer",
    session: "Sitzung",
    sessionHint: "Eine Datei, die storageState von Playwright geschrieben hat. Ohne sie beginnt das Profil leer.",
    notJson: "Das ist keine Datei von storageState: Sie enthält kein JSON-Objekt.",
    howTitle: "Wie man so eine Datei bekommt",
    how: "Auf einem Rechner mit Bildschirm öffnet dies einen Browser; dort anmelden, ihn schließen, und die Datei ist geschrieben:",
    made: "Das Profil ist aufbewahrt.",
    unnamed: "ohne Beschreibung",
    columns: { profile: "Profil", created: "Gemacht", used: "Zuletzt benutzt", where: "Wo" },
    never: "nie",
    fresh: "diesen Monat benutzt",
    idle: "einen Monat lang unbenutzt",
    new: "noch nicht benutzt",
    state: "Stand",
    where: (count) => plural(count, "Monitor", "Monitore"),
    nowhere: "kein Monitor",
    whereHint: "Unter den neuesten 100 Monitoren. Aufrufe, die ein Profil nennen, zählen nicht.",
    remove: "Entfernen",
    removeTitle: (name) => `Das Profil „${name}“ entfernen?`,
    removeBody: "Seine Sitzung ist endgültig fort. Wer damit angemeldet war, muss es neu tun.",
    removeUsed: (names) => `Diese Monitore benutzen es und werden scheitern: ${names}.`,
    removed: "Das Profil ist entfernt.",
    emptyTitle: "Kein Profil ist aufbewahrt.",
    emptyBody:
      "Ein Profil enthält die Cookies eines Browsers, der irgendwo angemeldet ist. Nennen Sie seine Kennung als profile_id in einem Aufruf oder einem Monitor, und die Seite wird gesehen, wie dieser Browser sie sieht.",
    noScope: "Dieser Schlüssel darf Browser-Profile nicht sehen.",
    noScopeTodo: "Dafür braucht es die Berechtigung logs:read; zum Anlegen und Entfernen data:execute."
  },
  apps: {
    lead: "Programme, die um Zugang baten und ihn bekamen, und wie man weitere verbindet.",
    connect: "Einen KI-Client verbinden",
    connectHint:
      "Einem Client, der OAuth spricht, genügt die Adresse: Er fragt Sie im Browser, was er darf. Andere brauchen statt <API_KEY> einen Schlüssel.",
    address: "Adresse",
    how: {
      oauth: "Diese Adresse angeben",
      claude: "Ausführen",
      cursor: "In ~/.cursor/mcp.json",
      vscode: "In .vscode/mcp.json",
      start: "In seiner Konfiguration"
    },
    clients: {
      oauth: "Jeder, der fragt",
      claude: "Claude Code",
      cursor: "Cursor",
      vscode: "VS Code",
      start: "Claude Desktop"
    },
    client: "Client",
    insecure: "Andere erreichen diesen Server nur über https. Setzen Sie KITTIWAKE_PUBLIC_URL auf seine Adresse.",
    granted: "Apps mit Zugang",
    operatorOnly: "Wer Zugang hat, sieht der Betreiber. Im Terminal: kittiwake grant list.",
    columns: { app: "App", may: "Darf", budget: "Am Tag", used: "Zuletzt benutzt", ends: "Endet" },
    scopes: { "api.read": "nachsehen", "api.write": "ändern" },
    unlimited: "keine Grenze",
    vouched: (host) => `${host} bürgt dafür`,
    unvouched: "niemand bürgt für den Namen",
    ended: "beendet",
    never: "nie",
    revoke: "Zugang beenden",
    revokeTitle: (name) => `Den Zugang von „${name}“ beenden?`,
    revokeBody: "Seine Token werden binnen Sekunden abgewiesen. Es kann wieder fragen, und Sie entscheiden neu.",
    revoked: "Der Zugang ist beendet.",
    empty: "Keine App hat Zugang."
  },
  sessions: {
    lead: "Browser, die in diesem Dashboard angemeldet sind.",
    columns: { browser: "Browser", used: "Zuletzt benutzt", since: "Angemeldet", from: "Von" },
    this: "dieser",
    operator: "Betreiber",
    of: (browser, system) => `${browser} auf ${system}`,
    unknown: "Unbekannter Browser",
    expires: (date) => `endet von selbst am ${date}`,
    end: "Beenden",
    endTitle: "Diese Sitzung beenden?",
    endBody: "Jener Browser ist binnen Sekunden abgemeldet.",
    endThis: "Dies ist Ihre eigene Sitzung: Sie werden abgemeldet und können sich wieder anmelden.",
    ended: "Die Sitzung ist beendet.",
    own: "Ihre als Betreiber",
    ofOrganization: "Dieser Organisation",
    note: "Ein Schlüssel, der alles darf, sieht alle Sitzungen seiner Organisation; jeder andere die eigenen."
  }
}
