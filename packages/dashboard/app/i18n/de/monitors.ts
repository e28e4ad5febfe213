/** Deutsch: Monitore und ihre Läufe. */
import type { Strings } from "../en.ts"

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("de")} ${count === 1 ? one : many}`

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  minutes: ["Minute", "Minuten"],
  hours: ["Stunde", "Stunden"],
  days: ["Tag", "Tage"]
}

const every = (count: number, unit: string): string => {
  const [one, many] = units[unit] ?? [unit, unit]
  if (count === 1) return unit === "days" ? "täglich" : `jede ${one}`
  return `alle ${count.toLocaleString("de")} ${many}`
}

const waits = {
  day: { one: "Tag", many: "Tage" },
  hour: { one: "Stunde", many: "Stunden" },
  minute: { one: "Minute", many: "Minuten" },
  second: { one: "Sekunde", many: "Sekunden" }
} as const

export const monitors: Strings["monitors"] = {
  title: "Monitore",
  lead: "Was beobachtet wird, wie es steht und wann wieder nachgesehen wird.",
  search: "Monitore durchsuchen",
  anyStatus: "Jeder Zustand",
  anyType: "Alles",
  madeBy: "Angelegt von",
  madeByHint: "Alle Monitore, die dieses Programm angelegt hat",
  anyMaker: "Von allen angelegt",
  types: { page: "Seite", sitemap: "Sitemap", extract: "Daten" },
  statuses: { active: "beobachtet", paused: "pausiert", failed: "scheitert" },
  columns: {
    status: "Zustand",
    name: "Name",
    what: "Was",
    runs: "Letzte 30 Läufe",
    change: "Letzte Änderung",
    next: "Nächster Blick",
    tags: "Schlagwörter"
  },
  emptyTitle: "Noch wird nichts beobachtet.",
  emptyBody: "Fügen Sie eine Adresse ein und sagen Sie, wie oft; sobald Sie speichern, folgt der erste Blick sofort.",
  noneFound: "So ist kein Monitor.",
  noneFoundBody: "Weniger Wörter oder ein anderer Filter finden vielleicht einen.",
  never: "nie",
  paused: "pausiert",
  runNow: "Jetzt nachsehen",
  pause: "Pausieren",
  resume: "Fortsetzen",
  remove: "Entfernen",
  removeTitle: "Diesen Monitor entfernen?",
  removeBody: (name: string) =>
    `„${name}“ wird nicht mehr beobachtet; was seine Läufe taten, seine Fassungen und Bilder gehen mit ihm.`,
  removeStays: [
    "Gefundene Änderungen bleiben im Eingang.",
    "Links, unter denen Änderungen geteilt wurden, gelten weiter, bis sie enden: Nehmen Sie sie unter „Teilen“ bei der Änderung zurück, jetzt oder später.",
    "Ereignisse, die warten, werden nicht mehr gesendet. Eines, das gerade gesendet wird, kann noch ankommen.",
    "Ein Lauf, der unterwegs ist, endet und kostet nichts."
  ],
  removed: "Entfernt.",
  isPaused: "Pausiert.",
  isResumed: "Er beobachtet wieder.",
  queued: "Ein Lauf ist unterwegs.",
  every,
  cron: (expression: string, zone: string) => `${expression} (${zone})`,
  goal: "Worauf es ankommt",
  exact: "jeder Unterschied",
  rules: "Wie gelesen wird",
  keeps: "Behält",
  drops: "Lässt aus",
  conditions: "Übersetzt in",
  webhook: "Meldet an",
  nobody: "niemanden außer dem Eingang hier",
  failing: "Warum er scheitert",
  lastRuns: "Letzte Läufe",
  tabs: {
    changes: "Änderungen",
    values: "Werte",
    runs: "Läufe",
    text: "Wie aufbewahrt",
    versions: "Fassungen",
    settings: "Einstellungen"
  },
  values: {
    none: "Noch keine Änderung nannte eine Zahl.",
    noneBody:
      "Sobald sich ein Preis, ein Bestand oder eine andere Zahl bewegt, steht sie hier im Lauf der Zeit: für jede Zeile, in der sich nichts als ihre Zahl geändert hat.",
    which: "Welcher Wert",
    mostMoved: (count: number) => `Die ${count}, die sich am häufigsten bewegten`,
    unnamed: "Eine Zeile, die nur eine Zahl ist",
    chart: (name: string) => `${name}, im Lauf der Zeit`,
    howTo: "Zeigen Sie auf das Diagramm oder gehen Sie mit den Pfeiltasten hindurch.",
    went: {
      up: (first: string, last: string, share: string) =>
        `Stieg von ${first} auf ${last}${share === "" ? "" : `, um ${share}`}.`,
      down: (first: string, last: string, share: string) =>
        `Fiel von ${first} auf ${last}${share === "" ? "" : `, um ${share}`}.`,
      level: (first: string) => `Ist wieder bei ${first}.`
    },
    between: (least: string, most: string) => `Tiefster Wert ${least}, höchster ${most}.`,
    noChart: "Dieser Browser zeichnet kein Diagramm; die Tabelle sagt dasselbe.",
    asTable: "Als Tabelle",
    columns: { since: "Seit", value: "Wert", by: "Unterschied", change: "Gemeldet von" },
    first: "wie zuerst gesehen",
    itsChange: "seiner Änderung",
    rests: "Aus dem, was die Änderungen meldeten; zwischen zweien hat sich nichts geändert, was gemeldet wurde.",
    restsOnNewest: (count: string) => `Aus dem, was die neuesten ${count} Änderungen meldeten.`
  },
  noChanges: "Seit dem ersten Blick hat sich nichts geändert.",
  noCapture: "Noch wurde nichts davon erfasst, also kann sich nichts geändert haben.",
  noBaseline: "Der erste Blick steht noch aus.",
  runColumns: { when: "Wann", what: "Ergebnis", took: "Dauer", cost: "Kosten" },
  outcomes: {
    changed: "geändert",
    unchanged: "wie zuvor",
    dismissed: "eine Änderung, die nicht zählt",
    first: "erster Blick",
    failed: "gescheitert",
    skipped: "ausgelassen",
    waiting: "läuft noch"
  },
  kind: { scheduled: "nach Plan", manual: "auf Wunsch", baseline: "erster Blick" },
  runTitle: (when: string) => `Lauf vom ${when}`,
  seeChange: "Änderung ansehen",
  whyNot:
    "Nichts wurde gemeldet: Gesehen wurde, was aufbewahrt war, oder der Unterschied zählt nach den Regeln unten nicht.",
  dismissed:
    "Etwas hat sich geändert, was nach dem, worauf der Monitor achten soll, keine Meldung wert ist: Niemand hat es erfahren.",
  dismissedGone: "Die Fassungen, in denen es zu sehen war, sind nicht mehr aufbewahrt.",
  told: (count: number) => plural(count, "Ereignis wurde gesendet", "Ereignisse wurden gesendet"),
  version: (characters: string) => `${characters} aufbewahrt`,
  compare: "Verglichen mit der Fassung davor",
  settings: {
    tells: "Gemeldet wird",
    detections: { exact: "jeder Unterschied", semantic: "worauf es ankommt" },
    percent: "Wie sicher es sein muss, in Prozent",
    percentHint: "Je höher, desto weniger wird gemeldet. Ohne Angabe sind es 75.",
    schedules: { interval: "In Abständen", cron: "Zu festen Zeiten (cron)" },
    frequency: "Anzahl",
    unit: "Einheit",
    units: { minutes: "Minuten", hours: "Stunden", days: "Tage" },
    expression: "Cron-Ausdruck: Minute, Stunde, Tag, Monat, Wochentag",
    zone: "Zeitzone",
    tagsHint: "Durch Kommas getrennt.",
    secretGoes:
      "Außer dem Eingang hier erfährt es niemand, und das Geheimnis der Signatur geht verloren: Wer später wieder melden lässt, bekommt ein neues.",
    saved: "Gespeichert.",
    muted: "Was still bleibt",
    nothingMuted: "Nichts. Bei einer Änderung hält m ähnliche still; was still bleibt, steht dann hier.",
    mutes: {
      region: "Ein Teil der Seite bleibt außen vor",
      address: "Ein Teil der Website bleibt außen vor",
      pinned: "Eine Zeile bleibt außen vor",
      flickering: "Eine Zeile, die sich von selbst ändert, bleibt außen vor",
      threshold: "Gemeldet wird nur, was mindestens so sicher ist"
    },
    tellAgain: "Wieder melden",
    tellAgainOf: (what: string) => `Wieder melden: ${what}`
  },
  signing: {
    title: "Wie gemeldet wird",
    plan: {
      once: "Jedes Ereignis wird einmal versucht: Ein Empfänger, der gerade nicht da ist, verpasst es.",
      times: (tries: number, waits: string) =>
        `Jedes Ereignis wird bis zu ${tries}-mal versucht. Nach einem Versuch, der scheitert, warten die nächsten: ${waits}.`
    },
    wait: (count, unit) => plural(count, waits[unit].one, waits[unit].many),
    tryMore: "Jedes Ereignis bis zu siebenmal versuchen",
    secret: "Geheimnis der Signatur",
    secretFor:
      "Ihr Empfänger prüft damit, dass ein Ereignis von hier ist, und die Seite jeder Zustellung prüft hier beide Signaturen. Bibliotheken der meisten Sprachen können es:",
    noSecret: "Das Geheimnis der Signatur sehen Schlüssel, die Monitore ändern dürfen.",
    show: "Geheimnis der Signatur zeigen",
    rotate: "Neues Geheimnis erzeugen",
    rotateTitle: "Neues Geheimnis erzeugen?",
    rotateBody:
      "Das alte signiert ab sofort nichts mehr, auch nicht Ereignisse, die warten: Ein Empfänger, der damit prüft, lehnt sie ab, bis er das neue hat.",
    rotated: "Ab jetzt signiert ein neues Geheimnis.",
    made: "Die Ereignisse sind mit diesem Geheimnis signiert. Die Einstellungen zeigen es wieder."
  },
  versions: {
    lead: "Was von den Blicken aufbewahrt ist, das Neueste zuerst. Wählen Sie zwei, um sie zu vergleichen.",
    onlyOne:
      "Bisher ist eine Fassung aufbewahrt. Die nächste Änderung bringt eine weitere, dann lassen sie sich vergleichen.",
    columns: {
      a: "Vorher",
      b: "Nachher",
      when: "Gesehen",
      size: "Größe",
      run: "Lauf",
      change: "Änderung",
      picture: "Bild"
    },
    choose: {
      a: (when: string) => `Von der Fassung von ${when} an vergleichen`,
      b: (when: string) => `Mit der Fassung von ${when} vergleichen`
    },
    newest: "gilt jetzt",
    run: "ihr Lauf",
    change: "was gemeldet wurde",
    hasPicture: "vorhanden",
    compared: "Zwei Fassungen im Vergleich",
    between: (before: string, after: string) => `Von ${before} bis ${after}`,
    same: "Diese beiden Fassungen sind gleich.",
    counts: (added, removed) =>
      `${plural(added, "Zeile kam", "Zeilen kamen")} hinzu, ${plural(removed, "Zeile fiel", "Zeilen fielen")} weg.`,
    twice: "Wählen Sie eine andere Fassung zum Vergleich.",
    pictures: "Wie es aussah"
  },
  many: {
    title: "Mit den gewählten",
    choose: (name: string) => `${name} wählen`,
    chooseShown: "Alle gezeigten wählen",
    chosen: (count: number) => `${count.toLocaleString("de")} gewählt`,
    all: "Alle wählen, die der Filter findet, bis zu 1.000",
    clear: "Keinen wählen",
    removeTitle: (count: number) => `${plural(count, "Monitor", "Monitore")} entfernen?`,
    removeBody:
      "Sie beobachten nichts mehr; was ihre Läufe taten, ihre Fassungen und Bilder gehen mit ihnen. Das lässt sich nicht zurücknehmen.",
    runTitle: (count: number) => `Mit ${plural(count, "Monitor", "Monitoren")} jetzt nachsehen?`,
    runBody: "Jeder Lauf kostet so viel wie einer nach Plan.",
    more: (count: number) => `und ${count.toLocaleString("de")} weitere`,
    progressTitle: "Was mit vielen Monitoren geschieht",
    progress: (done: number, all: number) => `${done.toLocaleString("de")} von ${all.toLocaleString("de")}`,
    stay: "Es geht weiter, solange diese Liste offen ist.",
    stopped: "Dort wurde angehalten.",
    stop: "Anhalten",
    again: "Diese noch einmal versuchen",
    failed: (count: number) => `Bei ${plural(count, "Monitor", "Monitoren")} ging es nicht:`,
    said: {
      pause: (done: number, all: number) => `${done.toLocaleString("de")} von ${all.toLocaleString("de")} pausiert.`,
      resume: (done: number, all: number) =>
        `${done.toLocaleString("de")} von ${all.toLocaleString("de")} beobachten wieder.`,
      run: (done: number, all: number) =>
        `${done.toLocaleString("de")} von ${all.toLocaleString("de")} Läufen sind unterwegs.`,
      remove: (done: number, all: number) => `${done.toLocaleString("de")} von ${all.toLocaleString("de")} entfernt.`
    }
  },
  make: {
    outdated: "Seit diesem Blick haben Sie geändert, was beobachtet wird oder wie oft.",
    title: "Etwas beobachten",
    lead: "Speichern Sie, wann Sie wollen; außer der Adresse hat alles eine gute Vorgabe.",
    url: "Adresse",
    urlHint: "Einer Seite, einer Sitemap oder einer Website, deren Daten Sie wollen, etwa example.com/preise.",
    type: "Beobachten als",
    typeHints: {
      page: "Der Text einer Seite oder eines Teils von ihr.",
      sitemap: "Welche Seiten eine Website hat: was kommt, geht und umzieht.",
      extract: "Daten aus ihren Seiten, nach einer Frage in Ihren Worten."
    },
    name: "Name",
    goal: "Worauf kommt es Ihnen an?",
    goalPlaceholder: "wenn sich der Preis von Pro ändert",
    goalHint: "Leer: Jeder Unterschied wird gemeldet.",
    question: "Was wollen Sie wissen?",
    questionPlaceholder: "offene Stellen mit Titel und Ort",
    schema: "Ihre Form (JSON Schema)",
    schemaHint: "Leer: was die Frage beantwortet.",
    maxPages: "Seiten höchstens",
    keep: "Nur beobachten (CSS)",
    drop: "Auslassen (CSS)",
    often: "Wie oft",
    oftenOptions: {
      "10 minutes": "Alle 10 Minuten",
      "1 hours": "Jede Stunde",
      "6 hours": "Alle 6 Stunden",
      "1 days": "Jeden Tag",
      "7 days": "Jede Woche"
    },
    tell: "Wohin melden",
    tellHint:
      "Eine Adresse von Ihnen, die Webhooks annimmt, oder die eines Kanals in Slack, Discord oder Teams; leer lassen, um Änderungen hier zu lesen.",
    noAddress: "Das ist keine Adresse im Web: Es braucht https:// und einen Host.",
    chat: {
      names: { slack: "Slack", discord: "Discord", teams: "Microsoft Teams" },
      takes: (name) => `Änderungen kommen dort als Nachrichten an, die für ${name} geschrieben sind, statt als JSON.`,
      takesNot: (name) => `Diese Adresse von ${name} nimmt keine Nachrichten an: Es braucht einen eingehenden Webhook.`,
      how: {
        slack:
          "Seine Adresse entsteht unter api.slack.com/apps: eine App, Incoming Webhooks, Add New Webhook, dann der Kanal; sie beginnt mit https://hooks.slack.com/services/.",
        discord:
          "Seine Adresse entsteht in den Einstellungen des Servers: Integrationen, Webhooks, Neuer Webhook, Webhook-URL kopieren; sie beginnt mit https://discord.com/api/webhooks/.",
        teams:
          "Seine Adresse entsteht beim Kanal: Workflows, „Send webhook alerts to a channel“; kopieren Sie die Adresse, die dort steht."
      }
    },
    paths: {
      include: "Nur beobachten (Pfade)",
      exclude: "Auslassen (Pfade)",
      hint: "Einer je Zeile, etwa /blog/*; was ausgelassen ist, geht vor."
    },
    lacksQuestion: "Sagen Sie zuerst, was Sie wissen wollen.",
    ownInbox: "Eingebautes Postfach verwenden",
    test: {
      send: "Testereignis senden",
      sending: "Wird gesendet…",
      taken: (status: number | null, time: string) =>
        `Das signierte Ereignis wurde ${status === null ? "" : `mit ${status} `}angenommen, nach ${time}.`,
      refused: (status: number | null) =>
        status === null ? "Es kam keine Antwort." : `Die Antwort war ${status}, also kein Ja.`
    },
    save: "Beobachten",
    look: "Jetzt ansehen",
    looking: "Wird zweimal angesehen …",
    noLook: "Was die Seiten einer Website antworten, zeigt erst der erste Lauf: Vorher gibt es keinen Blick.",
    lookCosts: (cost: string) =>
      `Ein Blick vor dem Speichern kostet ${cost}, wie ein Lauf; was sich nicht lesen lässt, kostet nichts.`,
    previewEmpty: (look: string) =>
      `Geben Sie eine Adresse ein und drücken Sie „${look}“, um zu sehen, was davon beobachtet würde.`,
    looksAlike: "Zwei Blicke sahen dasselbe.",
    looksDiffer:
      "Zwei Blicke sahen Verschiedenes: Diese Zeilen ändern sich von selbst und werden von selbst ausgelassen.",
    characters: (count: string) => `${count} Zeichen werden beobachtet`,
    addresses: (count: string) => `${count} Adressen werden verfolgt`,
    next: "Sieht nach am",
    cost: (run: string, month: string) => `${run} je Lauf, etwa ${month} in 30 Tagen`,
    got: { server: "wie ihr Server sie sendet", browser: "wie ein Browser sie zeigt", file: "als Datei" },
    lacksBrowser: "Die Seite braucht einen Browser, und diese Installation hat keinen: Setzen Sie KITTIWAKE_BROWSER.",
    leftOut: "Davon ausgelassen",
    text: "Was beobachtet wird",
    parts: {
      title: "Teile der Seite",
      hint: "Wählen Sie einen Teil, um nur ihn zu beobachten oder ihn wegzulassen; dann wird noch einmal hingesehen, was so viel kostet wie ein Lauf.",
      differ: (count) =>
        count === 1
          ? "Ein Teil war bei zwei Blicken verschieden."
          : `${count} Teile waren bei zwei Blicken verschieden.`,
      leaveOutAll: (count) => (count === 1 ? "Diesen Teil weglassen" : `Alle ${count} weglassen`),
      only: "Das beobachten",
      leaveOut: "Weglassen",
      wider: "Mehr ringsum nehmen",
      flickers: "war bei zwei Blicken verschieden, bleibt still",
      out: "nicht beobachtet",
      keeps: "Beobachtet",
      drops: "Lässt weg",
      found: (places, characters) =>
        places === 0
          ? "findet nichts auf der Seite"
          : `${places} ${places === 1 ? "Stelle" : "Stellen"}, ${characters} Zeichen`,
      cut: "Die Seite hat mehr Teile, als gezeigt werden."
    }
  }
}
