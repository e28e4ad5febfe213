/** Jobs, events, firms, documents and talk, by a second hand, held out: written before anyone looked at how the rules read them, and never looked at when those are changed. */
import { address, day, flag, integer, listOf, number, objectOf, type SamplePage, text, texts } from "./SamplePage.ts"

const email = { type: "string", format: "email" }

export const heldMixedLife: ReadonlyArray<SamplePage> = [
  {
    id: "rezept",
    url: "https://kochlust.example/rezepte/kartoffelsuppe",
    instructions: "Rezeptdaten",
    schema: objectOf({
      name: text,
      prepMinutes: integer,
      cookMinutes: integer,
      servings: integer,
      ingredients: texts,
      difficulty: { type: "string", enum: ["einfach", "mittel", "schwer"] },
      caloriesPerServing: integer,
      vegetarian: flag,
      author: text
    }),
    html: `<!doctype html><html lang="de"><head><title>Kartoffelsuppe - Kochlust</title></head><body><header><a href="/">Kochlust</a><a href="/rezepte">Rezepte</a></header><main><h1>Kartoffelsuppe</h1><p>Von <a href="/a/jana">Jana Moor</a></p><ul class="meta"><li>Vorbereitung: 15 Min.</li><li>Kochzeit: 35 Min.</li><li>Portionen: 4</li><li>Schwierigkeit: einfach</li><li>Kalorien pro Portion: 320 kcal</li></ul><h2>Zutaten</h2><ul><li>800 g Kartoffeln</li><li>2 Möhren</li><li>1 l Gemüsebrühe</li></ul><h2>Zubereitung</h2><ol><li>Kartoffeln schälen.</li><li>Alles kochen und pürieren.</li></ol></main><aside><h2>Beliebt</h2><a href="/r/9">Gulasch, 120 Min.</a></aside></body></html>`,
    expected: {
      name: "Kartoffelsuppe",
      prepMinutes: 15,
      cookMinutes: 35,
      servings: 4,
      ingredients: ["800 g Kartoffeln", "2 Möhren", "1 l Gemüsebrühe"],
      difficulty: "einfach",
      caloriesPerServing: 320,
      author: "Jana Moor"
    }
  },
  {
    id: "job-jsonld",
    url: "https://jobs.example/4471",
    instructions: "Job posting",
    schema: {
      ...objectOf({
        job: objectOf({
          title: text,
          company: text,
          city: text,
          country: text,
          employmentType: { type: "string", enum: ["full_time", "part_time", "contract", "internship"] },
          remote: flag,
          salary: objectOf({
            min: number,
            max: number,
            currency: text,
            unit: { type: "string", enum: ["hour", "month", "year"] }
          }),
          postedOn: day,
          closesOn: day,
          yearsExperience: integer
        })
      }),
      required: ["job"]
    },
    html: `<!doctype html><html lang="en"><head><title>Warehouse planner - Jobs</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"JobPosting","title":"Warehouse planner","hiringOrganization":{"@type":"Organization","name":"Lagerhaus Nord"},"jobLocation":{"@type":"Place","address":{"@type":"PostalAddress","addressLocality":"Hamburg","addressCountry":"DE"}},"employmentType":"PART_TIME","datePosted":"2026-11-12","validThrough":"2026-12-20T23:59:59+01:00","baseSalary":{"@type":"MonetaryAmount","currency":"EUR","value":{"@type":"QuantitativeValue","minValue":19,"maxValue":23.5,"unitText":"HOUR"}}}</script></head><body><main><h1>Warehouse planner</h1><p>Lagerhaus Nord, Hamburg</p><p>You bring at least 2 years of experience in logistics. This role is on site.</p></main><aside><h2>Similar jobs</h2><p>Forklift driver, Bremen, full time, €17 an hour</p></aside></body></html>`,
    expected: {
      job: {
        title: "Warehouse planner",
        company: "Lagerhaus Nord",
        city: "Hamburg",
        country: "DE",
        employmentType: "part_time",
        remote: false,
        salary: { min: 19, max: 23.5, currency: "EUR", unit: "hour" },
        postedOn: "2026-11-12",
        closesOn: "2026-12-20",
        yearsExperience: 2
      }
    }
  },
  {
    id: "stelle-prosa",
    url: "https://tischlerei-ahrens.example/karriere",
    instructions: "Stellenanzeige",
    schema: objectOf({
      titel: text,
      ort: text,
      wochenstunden: number,
      urlaubstage: integer,
      gehaltMin: integer,
      gehaltMax: integer,
      eintritt: day,
      fuehrerscheinNoetig: flag,
      bewerbungEmail: email,
      ansprechpartner: text,
      firmenwagen: flag
    }),
    html: `<!doctype html><html lang="de"><head><title>Karriere – Tischlerei Ahrens</title></head><body><header><a href="/">Tischlerei Ahrens</a></header><main><h1>Tischlergeselle (m/w/d)</h1><p>Arbeitsort: Oldenburg</p><p>Wir suchen ab dem 1. März 2027 Verstärkung. Das Gehalt liegt zwischen 2.900 € und 3.400 € im Monat. Die Wochenarbeitszeit beträgt 38,5 Stunden, und Sie haben 30 Urlaubstage.</p><p>Ein Führerschein der Klasse B ist erforderlich.</p><p>Ansprechpartner: Uwe Ahrens</p><p>Bewerbung an bewerbung@tischlerei-ahrens.example. Allgemeine Fragen an info@tischlerei-ahrens.example.</p></main></body></html>`,
    expected: {
      titel: "Tischlergeselle (m/w/d)",
      ort: "Oldenburg",
      wochenstunden: 38.5,
      urlaubstage: 30,
      gehaltMin: 2900,
      gehaltMax: 3400,
      eintritt: "2027-03-01",
      fuehrerscheinNoetig: true,
      bewerbungEmail: "bewerbung@tischlerei-ahrens.example",
      ansprechpartner: "Uwe Ahrens"
    }
  },
  {
    id: "festival-fr",
    url: "https://festival-des-vents.example/programme",
    instructions: "Le festival et ses concerts",
    schema: objectOf({
      nom: text,
      dateDebut: day,
      dateFin: day,
      lieu: text,
      concerts: listOf({ artiste: text, date: day, heure: text, scene: text }),
      passJournee: number,
      passComplet: number,
      camping: flag
    }),
    html: `<!doctype html><html lang="fr"><head><title>Programme - Festival des Vents 2027</title></head><body><header><a href="/">Festival des Vents</a></header><main><h1>Festival des Vents 2027</h1><p>Du 2 au 4 juillet 2027 à Paimpol</p><table><thead><tr><th>Artiste</th><th>Date</th><th>Heure</th><th>Scène</th></tr></thead><tbody><tr><td>Les Embruns</td><td>02/07/2027</td><td>19h00</td><td>Grande scène</td></tr><tr><td>Ana Koro</td><td>03/07/2027</td><td>21h30</td><td>Grande scène</td></tr><tr><td>Duo Lisse</td><td>04/07/2027</td><td>17h00</td><td>Chapiteau</td></tr></tbody></table><h2>Billetterie</h2><p>Pass journée : 38 €</p><p>Pass complet : 95 €</p><p>Un camping gratuit est à votre disposition.</p></main></body></html>`,
    expected: {
      nom: "Festival des Vents 2027",
      dateDebut: "2027-07-02",
      dateFin: "2027-07-04",
      lieu: "Paimpol",
      concerts: [
        { artiste: "Les Embruns", date: "2027-07-02", heure: "19h00", scene: "Grande scène" },
        { artiste: "Ana Koro", date: "2027-07-03", heure: "21h30", scene: "Grande scène" },
        { artiste: "Duo Lisse", date: "2027-07-04", heure: "17h00", scene: "Chapiteau" }
      ],
      passJournee: 38,
      passComplet: 95,
      camping: true
    }
  },
  {
    id: "workshop",
    url: "https://craftroom.example/events/indigo",
    instructions: "Event facts",
    schema: objectOf({
      title: text,
      start: { type: "string", format: "date-time" },
      end: { type: "string", format: "date-time" },
      venue: objectOf({ name: text, street: text, city: text }),
      price: number,
      currency: text,
      organizer: text,
      capacity: integer,
      soldOut: flag,
      minimumAge: integer
    }),
    html: `<!doctype html><html lang="en"><head><title>Indigo dyeing for beginners</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"Event","name":"Indigo dyeing for beginners","startDate":"2027-02-20T10:00:00+00:00","endDate":"2027-02-20T16:00:00+00:00","location":{"@type":"Place","name":"The Craft Room","address":{"@type":"PostalAddress","streetAddress":"5 Weaver Street","addressLocality":"Leeds"}},"organizer":{"@type":"Person","name":"Mina Sato"},"offers":{"@type":"Offer","price":"65","priceCurrency":"GBP","availability":"https://schema.org/SoldOut"}}</script></head><body><main><h1>Indigo dyeing for beginners</h1><p>Saturday 20 February, 10am to 4pm. Places are limited to 12 people. For ages 16 and over.</p></main><aside><h3>Next events</h3><p>Weaving, 6 March 2027, £80</p></aside></body></html>`,
    expected: {
      title: "Indigo dyeing for beginners",
      start: "2027-02-20T10:00:00+00:00",
      end: "2027-02-20T16:00:00+00:00",
      venue: { name: "The Craft Room", street: "5 Weaver Street", city: "Leeds" },
      price: 65,
      currency: "GBP",
      organizer: "Mina Sato",
      capacity: 12,
      soldOut: true,
      minimumAge: 16
    }
  },
  {
    id: "ueber-uns",
    url: "https://www.mueller-pumpen.example/unternehmen",
    instructions: "Unternehmensdaten",
    schema: objectOf({
      unternehmen: objectOf({
        name: text,
        gruendungsjahr: integer,
        gruender: text,
        sitz: text,
        mitarbeiter: integer,
        geschaeftsfuehrer: texts,
        umsatz: { ...number, description: "Jahresumsatz in Euro" },
        boersennotiert: flag,
        exportquoteProzent: number
      })
    }),
    html: `<!doctype html><html lang="de"><head><title>Unternehmen | Müller Pumpen GmbH</title></head><body><header><a href="/">Müller Pumpen</a><a href="/produkte">Produkte</a></header><main><h1>Müller Pumpen GmbH</h1><p>1954 gründete Karl Müller das Unternehmen in einer Scheune. Heute beschäftigt Müller Pumpen 620 Mitarbeiter, davon 85 Auszubildende. Der Sitz ist in Reutlingen.</p><p>Im vergangenen Jahr lag der Umsatz bei 148 Mio. Euro; die Exportquote beträgt 71 %.</p><p>Geschäftsführer: Anke Müller, Jens Rapp</p></main><footer>© 2026 Müller Pumpen GmbH</footer></body></html>`,
    expected: {
      unternehmen: {
        name: "Müller Pumpen GmbH",
        gruendungsjahr: 1954,
        gruender: "Karl Müller",
        sitz: "Reutlingen",
        mitarbeiter: 620,
        geschaeftsfuehrer: ["Anke Müller", "Jens Rapp"],
        umsatz: 148000000,
        exportquoteProzent: 71
      }
    }
  },
  {
    id: "clinic",
    url: "https://willowclinic.example/",
    instructions: "Clinic facts",
    schema: objectOf({
      name: text,
      address: text,
      phone: text,
      afterHoursPhone: text,
      email: email,
      hours: listOf({ day: text, opens: text, closes: text }),
      acceptsNewPatients: flag,
      doctors: listOf({ name: text, specialty: text }),
      languages: texts,
      telehealth: flag
    }),
    html: `<!doctype html><html lang="en"><head><title>Willow Clinic</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"MedicalClinic","name":"Willow Clinic","telephone":"(503) 555-0110","email":"desk@willowclinic.example","address":"88 Willow Rd, Salem, OR 97301","openingHoursSpecification":[{"@type":"OpeningHoursSpecification","dayOfWeek":"https://schema.org/Monday","opens":"08:00","closes":"17:00"},{"@type":"OpeningHoursSpecification","dayOfWeek":"https://schema.org/Wednesday","opens":"10:00","closes":"19:00"}]}</script></head><body><header><a href="/">Willow Clinic</a></header><main><h1>Willow Clinic</h1><p>We are not accepting new patients at this time.</p><p>After hours: (503) 555-0199</p><p>Languages: English, Spanish, Vietnamese</p><h2>Our doctors</h2><div class="doc"><h3>Dr. Lena Ortiz</h3><p>Family medicine</p></div><div class="doc"><h3>Dr. Sam Pruitt</h3><p>Pediatrics</p></div></main></body></html>`,
    expected: {
      name: "Willow Clinic",
      address: "88 Willow Rd, Salem, OR 97301",
      phone: "(503) 555-0110",
      afterHoursPhone: "(503) 555-0199",
      email: "desk@willowclinic.example",
      hours: [
        { day: "Monday", opens: "08:00", closes: "17:00" },
        { day: "Wednesday", opens: "10:00", closes: "19:00" }
      ],
      acceptsNewPatients: false,
      doctors: [
        { name: "Dr. Lena Ortiz", specialty: "Family medicine" },
        { name: "Dr. Sam Pruitt", specialty: "Pediatrics" }
      ],
      languages: ["English", "Spanish", "Vietnamese"]
    }
  },
  {
    id: "changelog",
    url: "https://docs.sluice.example/changelog",
    instructions: "Releases of the tool",
    schema: objectOf({
      project: text,
      latestVersion: text,
      releases: listOf({ version: text, date: day, changes: texts }),
      license: text,
      minimumNodeVersion: text
    }),
    html: `<!doctype html><html lang="en"><head><title>Changelog - Sluice</title><meta property="og:site_name" content="Sluice"></head><body><nav><a href="/">Sluice</a><a href="/guide">Guide</a></nav><main><h1>Changelog</h1><p>Latest version: 3.1.0</p><p>Requires Node 20 or newer.</p><section><h2>3.1.0</h2><time datetime="2026-10-30">October 30, 2026</time><ul><li>Faster joins</li><li>New flag --dry</li></ul></section><section><h2>3.0.2</h2><time datetime="2026-09-14">September 14, 2026</time><ul><li>Fixes a leak</li></ul></section><section><h2>3.0.1</h2><time datetime="2026-08-02">August 2, 2026</time><ul><li>Docs</li><li>Typings</li></ul></section></main></body></html>`,
    expected: {
      project: "Sluice",
      latestVersion: "3.1.0",
      releases: [
        { version: "3.1.0", date: "2026-10-30", changes: ["Faster joins", "New flag --dry"] },
        { version: "3.0.2", date: "2026-09-14", changes: ["Fixes a leak"] },
        { version: "3.0.1", date: "2026-08-02", changes: ["Docs", "Typings"] }
      ],
      minimumNodeVersion: "20"
    }
  },
  {
    id: "question",
    url: "https://ask.garden.example/q/7712",
    instructions: "Question and answers",
    schema: objectOf({
      question: text,
      askedBy: text,
      askedOn: day,
      votes: integer,
      answerCount: integer,
      answers: listOf({ author: text, votes: integer, accepted: flag, text: text })
    }),
    html: `<!doctype html><html lang="en"><head><title>Why do my tomato leaves curl?</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"QAPage","mainEntity":{"@type":"Question","name":"Why do my tomato leaves curl?","upvoteCount":14,"answerCount":2,"dateCreated":"2026-06-21T07:12:00Z","author":{"@type":"Person","name":"greenthumb"},"acceptedAnswer":{"@type":"Answer","text":"Water less often but deeply.","upvoteCount":9,"author":{"@type":"Person","name":"ola"}},"suggestedAnswer":[{"@type":"Answer","text":"Look for aphids.","upvoteCount":4,"author":{"@type":"Person","name":"bert"}}]}}</script></head><body><main><h1>Why do my tomato leaves curl?</h1><p>asked by greenthumb</p></main></body></html>`,
    expected: {
      question: "Why do my tomato leaves curl?",
      askedBy: "greenthumb",
      askedOn: "2026-06-21",
      votes: 14,
      answerCount: 2,
      answers: [
        { author: "ola", votes: 9, accepted: true, text: "Water less often but deeply." },
        { author: "bert", votes: 4, accepted: false, text: "Look for aphids." }
      ]
    }
  },
  {
    id: "convocatoria",
    url: "https://sede.valverde.example/convocatorias/2026-118",
    instructions: "Convocatoria de ayudas",
    schema: objectOf({
      titulo: text,
      expediente: text,
      organismo: text,
      presupuesto: number,
      importeMaximo: { ...number, description: "Importe máximo por solicitante" },
      fechaPublicacion: day,
      plazoHasta: day,
      beneficiarios: text,
      estado: { type: "string", enum: ["abierta", "cerrada", "resuelta"] },
      tasa: number
    }),
    html: `<!doctype html><html lang="es"><head><title>Ayudas a la rehabilitación 2026 - Sede electrónica</title></head><body><header><a href="/">Sede electrónica</a><a href="/tramites">Trámites</a></header><main><h1>Ayudas a la rehabilitación de fachadas 2026</h1><table><tr><th>Expediente</th><td>2026/118</td></tr><tr><th>Organismo</th><td>Ayuntamiento de Valverde</td></tr><tr><th>Estado</th><td>Abierta</td></tr><tr><th>Presupuesto</th><td>1.250.000,00 €</td></tr><tr><th>Importe máximo</th><td>6.000 € por solicitante</td></tr><tr><th>Fecha de publicación</th><td>5 de noviembre de 2026</td></tr><tr><th>Plazo</th><td>Del 6 de noviembre al 18 de diciembre de 2026</td></tr><tr><th>Beneficiarios</th><td>Comunidades de propietarios</td></tr></table></main></body></html>`,
    expected: {
      titulo: "Ayudas a la rehabilitación de fachadas 2026",
      expediente: "2026/118",
      organismo: "Ayuntamiento de Valverde",
      presupuesto: 1250000,
      importeMaximo: 6000,
      fechaPublicacion: "2026-11-05",
      plazoHasta: "2026-12-18",
      beneficiarios: "Comunidades de propietarios",
      estado: "abierta"
    }
  },
  {
    id: "league-table",
    url: "https://liga.example/standings",
    instructions: "Standings",
    schema: objectOf({
      season: text,
      standings: listOf({
        position: integer,
        team: text,
        played: integer,
        wins: integer,
        points: integer,
        goalDifference: integer
      }),
      lastUpdated: day,
      topScorer: text
    }),
    html: `<!doctype html><html lang="en"><head><title>Standings</title></head><body><header><a href="/">Liga</a></header><main><h1>Standings</h1><p>Season: 2026/27</p><table><thead><tr><th>Position</th><th>Team</th><th>Played</th><th>Wins</th><th>Draws</th><th>Losses</th><th>Goal difference</th><th>Points</th></tr></thead><tbody><tr><td>1</td><td>Harbour City</td><td>12</td><td>9</td><td>2</td><td>1</td><td>+17</td><td>29</td></tr><tr><td>2</td><td>Old Mill</td><td>12</td><td>8</td><td>1</td><td>3</td><td>+9</td><td>25</td></tr><tr><td>3</td><td>St. Olaf</td><td>11</td><td>4</td><td>4</td><td>3</td><td>-2</td><td>16</td></tr></tbody></table><p>Last updated: 22 November 2026</p></main></body></html>`,
    expected: {
      season: "2026/27",
      standings: [
        { position: 1, team: "Harbour City", played: 12, wins: 9, points: 29, goalDifference: 17 },
        { position: 2, team: "Old Mill", played: 12, wins: 8, points: 25, goalDifference: 9 },
        { position: 3, team: "St. Olaf", played: 11, wins: 4, points: 16, goalDifference: -2 }
      ],
      lastUpdated: "2026-11-22"
    }
  },
  {
    id: "course",
    url: "https://academia.example/cursos/fotografia",
    instructions: "Course facts",
    schema: objectOf({
      courseName: text,
      level: { type: "string", enum: ["beginner", "intermediate", "advanced"] },
      durationWeeks: integer,
      hoursTotal: integer,
      price: number,
      startDate: day,
      teacher: text,
      certificate: flag,
      online: flag,
      seatsLeft: integer,
      syllabus: texts
    }),
    html: `<!doctype html><html lang="en"><head><title>Portrait photography | Academia</title></head><body><header><a href="/">Academia</a><a href="/cursos">Courses</a></header><main><h1>Portrait photography</h1><div class="tags"><span>Intermediate</span></div><div class="box"><div><b>Duration</b> 8 weeks</div><div><b>Total hours</b> 24</div><div><b>Starts</b> 11 January 2027</div><div><b>Teacher</b> Inés Prado</div><div><b>Price</b> €320</div></div><p>Only 3 seats left. You receive a certificate at the end.</p><h2>Syllabus</h2><ol><li>Light</li><li>Posing</li><li>Retouching</li></ol><h2>Other courses</h2><div>Street photography – Beginner – €180 – 4 weeks</div></main></body></html>`,
    expected: {
      courseName: "Portrait photography",
      level: "intermediate",
      durationWeeks: 8,
      hoursTotal: 24,
      price: 320,
      startDate: "2027-01-11",
      teacher: "Inés Prado",
      certificate: true,
      seatsLeft: 3,
      syllabus: ["Light", "Posing", "Retouching"]
    }
  },
  {
    id: "podcast",
    url: "https://slowradio.example/shows/estuary",
    instructions: "Podcast and its episodes",
    schema: objectOf({
      show: text,
      host: text,
      episodes: listOf({ title: text, number: integer, date: day, durationMinutes: integer, url: address }),
      rssUrl: address,
      explicit: flag
    }),
    html: `<!doctype html><html lang="en"><head><title>Estuary – Slow Radio</title><link rel="alternate" type="application/rss+xml" href="/shows/estuary.xml"></head><body><header><a href="/">Slow Radio</a></header><main><h1>Estuary</h1><p>Hosted by Una Flynn</p><ol class="eps" reversed><li><a href="/e/12">Episode 12: Mud</a> <time datetime="2026-11-18">18 Nov 2026</time> <span>42 min</span></li><li><a href="/e/11">Episode 11: Salt</a> <time datetime="2026-11-04">4 Nov 2026</time> <span>38 min</span></li></ol></main></body></html>`,
    expected: {
      show: "Estuary",
      host: "Una Flynn",
      episodes: [
        {
          title: "Episode 12: Mud",
          number: 12,
          date: "2026-11-18",
          durationMinutes: 42,
          url: "https://slowradio.example/e/12"
        },
        {
          title: "Episode 11: Salt",
          number: 11,
          date: "2026-11-04",
          durationMinutes: 38,
          url: "https://slowradio.example/e/11"
        }
      ],
      rssUrl: "https://slowradio.example/shows/estuary.xml"
    }
  }
]
