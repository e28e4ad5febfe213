/** Sites that the rules may be made with. */
import { flag, integer, listOf, number, objectOf, text, texts } from "./SamplePage.ts"
import { pagesIn, type SampleSite } from "./SampleSite.ts"

const saas = pagesIn({
  lang: "en-US",
  name: "Fieldnote",
  menu: { Product: "product", Pricing: "pricing", Blog: "blog", About: "about", Contact: "contact" },
  foot: "© 2026 Fieldnote Inc."
})

const diner = pagesIn({
  lang: "en-GB",
  name: "The Copper Pan",
  menu: { Menu: "menu", "Visit us": "visit", Events: "events" },
  foot: "The Copper Pan, 14 Mill Lane, York YO1 9TT"
})

const conference = pagesIn({
  lang: "en",
  name: "TideConf",
  menu: { Programme: "programme", Tickets: "tickets", Venue: "venue", Sponsors: "sponsors" },
  foot: "TideConf is run by volunteers."
})

const careers = pagesIn({
  lang: "en",
  name: "Brightwell Rail",
  menu: { Services: "services", Careers: "careers", News: "news", Contact: "contact" },
  foot: "Brightwell Rail Ltd"
})

const joiner = pagesIn({
  lang: "de",
  name: "Tischlerei Ohlsen",
  menu: { Leistungen: "leistungen", Preise: "preise", Aktuelles: "aktuelles", Impressum: "impressum" },
  foot: "© 2026 Tischlerei Ohlsen GmbH"
})

const shop = pagesIn({
  lang: "en-US",
  name: "Larkspur Outdoors",
  menu: { Tents: "tents", Shipping: "help/shipping", Returns: "help/returns", Warranty: "help/warranty" },
  foot: "Larkspur Outdoors LLC"
})

const hotel = pagesIn({
  lang: "en",
  name: "Hotel Seefels",
  menu: { Rooms: "rooms", "Good to know": "faq", Spa: "spa", "How to find us": "location" },
  foot: "Hotel Seefels, family run since 1934"
})

const clinic = pagesIn({
  lang: "en-US",
  name: "Elm Street Clinic",
  menu: { "Our doctors": "doctors", Hours: "hours", Insurance: "insurance", Blog: "blog" },
  foot: "Elm Street Clinic"
})

export const tunedSites: ReadonlyArray<SampleSite> = [
  {
    id: "saas",
    start: "https://fieldnote.example/",
    instructions: "Plans with prices, how long the trial is, and how to reach the company",
    schema: objectOf({
      plans: listOf({ name: text, monthlyPrice: number, users: integer }),
      freeTrialDays: integer,
      supportEmail: { type: "string", format: "email" },
      foundedYear: integer,
      headquarters: text,
      ceo: text
    }),
    pages: {
      "": saas(
        "Notes from the field",
        `<h1>Notes from the field</h1><p>Forms, photos and maps for teams outdoors.</p><a href="/pricing">See pricing</a><ul><li>Works offline</li><li>Exports to GIS</li></ul>`
      ),
      product: saas("Product", "<h1>Product</h1><p>Forms that work without a network.</p>"),
      pricing: saas(
        "Pricing",
        `<h1>Pricing</h1><p>Every plan starts with a free trial of 21 days.</p><table><thead><tr><th>Plan</th><th>Monthly price</th><th>Users</th></tr></thead><tbody><tr><td>Scout</td><td>$19</td><td>2</td></tr><tr><td>Crew</td><td>$79</td><td>10</td></tr><tr><td>Agency</td><td>$249</td><td>50</td></tr></tbody></table>`
      ),
      blog: saas("Blog", `<h1>Blog</h1><article><h2>Mapping fens</h2><p>It took 3 users 40 days.</p></article>`),
      about: saas(
        "About",
        `<h1>About us</h1><p>Two foresters wrote the first version in a hut.</p><dl><dt>Founded</dt><dd>2014</dd><dt>Headquarters</dt><dd>Duluth, Minnesota</dd></dl>`
      ),
      contact: saas(
        "Contact",
        `<h1>Contact</h1><p>Sales: <a href="mailto:sales@fieldnote.example">sales@fieldnote.example</a></p><p>Support: <a href="mailto:help@fieldnote.example">help@fieldnote.example</a></p>`
      )
    },
    expected: {
      plans: [
        { name: "Scout", monthlyPrice: 19, users: 2 },
        { name: "Crew", monthlyPrice: 79, users: 10 },
        { name: "Agency", monthlyPrice: 249, users: 50 }
      ],
      freeTrialDays: 21,
      supportEmail: "help@fieldnote.example",
      foundedYear: 2014,
      headquarters: "Duluth, Minnesota",
      ceo: null
    }
  },
  {
    id: "restaurant",
    start: "https://copperpan.example/",
    instructions: "Dishes with their prices, opening hours, telephone",
    schema: objectOf({
      dishes: listOf({ name: text, price: number }),
      phone: text,
      address: text,
      openingHours: text,
      hasParking: flag
    }),
    pages: {
      "": diner("The Copper Pan", "<h1>The Copper Pan</h1><p>A kitchen by the mill since 1998.</p>"),
      menu: diner(
        "Menu",
        `<h1>Menu</h1><ul class="dishes"><li><h3>Leek and potato soup</h3><span class="price">£7.50</span></li><li><h3>Braised lamb shoulder</h3><span class="price">£21.00</span></li><li><h3>Treacle tart</h3><span class="price">£8.25</span></li></ul><p>Allergies? Ask us.</p>`
      ),
      visit: diner(
        "Visit us",
        `<h1>Visit us</h1><dl><dt>Address</dt><dd>14 Mill Lane, York YO1 9TT</dd><dt>Phone</dt><dd>01904 496032</dd><dt>Opening hours</dt><dd>Wednesday to Sunday, 12:00–22:00</dd></dl>`
      ),
      events: diner("Events", "<h1>Events</h1><p>Jazz on Fridays, £5 at the door.</p>")
    },
    expected: {
      dishes: [
        { name: "Leek and potato soup", price: 7.5 },
        { name: "Braised lamb shoulder", price: 21 },
        { name: "Treacle tart", price: 8.25 }
      ],
      phone: "+441904496032",
      address: "14 Mill Lane, York YO1 9TT",
      openingHours: "Wednesday to Sunday, 12:00–22:00",
      hasParking: null
    }
  },
  {
    id: "conference",
    start: "https://tideconf.example/",
    instructions: "When and where the conference is, its talks, and what tickets cost",
    schema: objectOf({
      startDate: { type: "string", format: "date" },
      venue: text,
      talks: listOf({ time: text, talk: text, speaker: text }),
      tickets: listOf({ ticket: text, price: number })
    }),
    pages: {
      "": conference(
        "TideConf 2027",
        "<h1>TideConf 2027</h1><p>Software for the sea.</p>",
        `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Event","name":"TideConf 2027","startDate":"2027-05-12","location":{"@type":"Place","name":"Harbour Hall"}}</script>`
      ),
      programme: conference(
        "Programme",
        `<h1>Programme</h1><table><tr><th>Time</th><th>Talk</th><th>Speaker</th></tr><tr><td>09:30</td><td>Buoys that call home</td><td>Ines Prata</td></tr><tr><td>11:00</td><td>Charts without paper</td><td>Olav Lien</td></tr></table>`
      ),
      tickets: conference(
        "Tickets",
        `<h1>Tickets</h1><table><tr><th>Ticket</th><th>Price</th></tr><tr><td>Early bird</td><td>€180</td></tr><tr><td>Regular</td><td>€240</td></tr></table>`
      ),
      venue: conference("Venue", "<h1>Venue</h1><p>Venue: Harbour Hall</p><p>Ten minutes from the station.</p>"),
      sponsors: conference("Sponsors", "<h1>Sponsors</h1><ul><li>Nordvik</li><li>Shoal</li></ul>")
    },
    expected: {
      startDate: "2027-05-12",
      venue: "Harbour Hall",
      talks: [
        { time: "09:30", talk: "Buoys that call home", speaker: "Ines Prata" },
        { time: "11:00", talk: "Charts without paper", speaker: "Olav Lien" }
      ],
      tickets: [
        { ticket: "Early bird", price: 180 },
        { ticket: "Regular", price: 240 }
      ]
    }
  },
  {
    id: "careers",
    start: "https://brightwell-rail.example/",
    instructions: "Open positions with their place and team, and where to apply",
    schema: objectOf({
      jobs: listOf({ title: text, location: text, department: text }),
      applyEmail: { type: "string", format: "email" },
      benefits: texts
    }),
    pages: {
      "": careers("Brightwell Rail", "<h1>We keep trains moving</h1><p>Maintenance in nine depots.</p>"),
      services: careers("Services", "<h1>Services</h1><ul><li>Bogies</li><li>Doors</li></ul>"),
      careers: careers(
        "Careers",
        `<h1>Careers</h1><h2>Open positions</h2><table><tr><th>Title</th><th>Location</th><th>Department</th></tr><tr><td>Fitter</td><td>Derby</td><td>Workshop</td></tr><tr><td>Signalling engineer</td><td>Crewe</td><td>Engineering</td></tr><tr><td>Payroll clerk</td><td>Derby</td><td>Finance</td></tr></table><h2>Benefits</h2><ul><li>Free travel</li><li>30 days of leave</li><li>Pension</li></ul><p>Apply: jobs@brightwell-rail.example</p>`
      ),
      news: careers("News", "<h1>News</h1><p>A new depot opened in Leeds.</p>"),
      contact: careers("Contact", "<h1>Contact</h1><p>Email: office@brightwell-rail.example</p>")
    },
    expected: {
      jobs: [
        { title: "Fitter", location: "Derby", department: "Workshop" },
        { title: "Signalling engineer", location: "Crewe", department: "Engineering" },
        { title: "Payroll clerk", location: "Derby", department: "Finance" }
      ],
      applyEmail: "jobs@brightwell-rail.example",
      benefits: ["Free travel", "30 days of leave", "Pension"]
    }
  },
  {
    id: "german-imprint",
    start: "https://tischlerei-ohlsen.example/",
    instructions: "Geschäftsführer, Umsatzsteuer-ID, Telefon und Stundensatz aus Impressum und Preisen",
    schema: objectOf({
      geschaeftsfuehrer: { type: "string", description: "Geschäftsführer" },
      ustId: { type: "string", description: "Umsatzsteuer-ID" },
      telefon: text,
      stundensatz: { type: "number", description: "Stundensatz Geselle in Euro" },
      anfahrt: { type: "number", description: "Anfahrt in Euro" },
      gruendungsjahr: { type: "integer", description: "Gründungsjahr" }
    }),
    pages: {
      "": joiner("Möbel nach Maß", "<h1>Möbel nach Maß</h1><p>Küchen, Treppen und Fenster aus Husum.</p>"),
      leistungen: joiner("Leistungen", "<h1>Leistungen</h1><ul><li>Küchen</li><li>Treppen</li></ul>"),
      preise: joiner(
        "Preise",
        `<h1>Preise</h1><table><tr><th>Stundensatz Meister</th><td>78,50 €</td></tr><tr><th>Stundensatz Geselle</th><td>64,00 €</td></tr><tr><th>Anfahrt</th><td>35,00 €</td></tr></table>`
      ),
      aktuelles: joiner("Aktuelles", "<h1>Aktuelles</h1><p>Tag der offenen Tür am 3. Mai.</p>"),
      impressum: joiner(
        "Impressum",
        "<h1>Impressum</h1><p>Tischlerei Ohlsen GmbH<br>Hafenstraße 9<br>25813 Husum</p><p>Geschäftsführer: Jens Ohlsen</p><p>Telefon: 04841 55 01 23</p><p>Umsatzsteuer-ID: DE811234567</p>"
      )
    },
    expected: {
      geschaeftsfuehrer: "Jens Ohlsen",
      ustId: "DE811234567",
      telefon: "04841 55 01 23",
      stundensatz: 64,
      anfahrt: 35,
      gruendungsjahr: null
    }
  },
  {
    id: "shop-policies",
    start: "https://larkspur.example/",
    instructions: "Shipping, returns and warranty terms of the shop",
    schema: objectOf({
      standardShipping: { type: "number", description: "Cost of standard shipping" },
      freeShippingOver: { type: "number", description: "Order value from which shipping is free" },
      returnWindowDays: { type: "integer", description: "Days within which goods may be returned" },
      warrantyYears: { type: "integer", description: "Years of warranty" },
      tents: listOf({ name: text, price: number })
    }),
    pages: {
      "": shop("Tents for weather", "<h1>Tents for weather</h1><p>Made in Oregon.</p>"),
      tents: shop(
        "Tents",
        `<h1>Tents</h1><div class="grid"><div class="card"><a href="/tents/ridge"><h3>Ridge 2</h3></a><p>$329.00</p></div><div class="card"><a href="/tents/dome"><h3>Dome 4</h3></a><p>$489.00</p></div><div class="card"><a href="/tents/solo"><h3>Solo UL</h3></a><p>$279.00</p></div></div>`
      ),
      "help/shipping": shop(
        "Shipping",
        `<h1>Shipping</h1><table><tr><th>Standard shipping</th><td>$6.95</td></tr><tr><th>Express shipping</th><td>$18.00</td></tr></table><p>Free shipping over $120.</p>`
      ),
      "help/returns": shop("Returns", "<h1>Returns</h1><p>Return window: 60 days from delivery.</p>"),
      "help/warranty": shop("Warranty", "<h1>Warranty</h1><p>Warranty: 5 years on poles and fabric.</p>")
    },
    expected: {
      standardShipping: 6.95,
      freeShippingOver: 120,
      returnWindowDays: 60,
      warrantyYears: 5,
      tents: [
        { name: "Ridge 2", price: 329 },
        { name: "Dome 4", price: 489 },
        { name: "Solo UL", price: 279 }
      ]
    }
  },
  {
    id: "hotel",
    start: "https://seefels.example/",
    instructions: "Rooms with prices, check-in, pets and parking",
    schema: objectOf({
      rooms: listOf({ room: text, price: number, size: number }),
      checkIn: text,
      checkOut: text,
      petsAllowed: flag,
      parkingFee: number,
      poolLength: number
    }),
    pages: {
      "": hotel("By the lake", "<h1>By the lake</h1><p>Forty rooms over the water.</p>"),
      rooms: hotel(
        "Rooms",
        `<h1>Rooms</h1><table><tr><th>Room</th><th>Price per night</th><th>Size</th></tr><tr><td>Garden single</td><td>€ 95.00</td><td>16 m²</td></tr><tr><td>Lake double</td><td>€ 172.00</td><td>24 m²</td></tr></table>`
      ),
      faq: hotel(
        "Good to know",
        "<h1>Good to know</h1><dl><dt>Check-in</dt><dd>from 15:00</dd><dt>Check-out</dt><dd>until 10:30</dd><dt>Pets allowed</dt><dd>Yes</dd><dt>Parking</dt><dd>€ 12.00 a night</dd></dl>"
      ),
      spa: hotel("Spa", "<h1>Spa</h1><p>Two saunas and a pool.</p>"),
      location: hotel("How to find us", "<h1>How to find us</h1><p>By boat from Luzern.</p>")
    },
    expected: {
      rooms: [
        { room: "Garden single", price: 95, size: 16 },
        { room: "Lake double", price: 172, size: 24 }
      ],
      checkIn: "from 15:00",
      checkOut: "until 10:30",
      petsAllowed: true,
      parkingFee: 12,
      poolLength: null
    }
  },
  {
    id: "clinic",
    start: "https://elmstreetclinic.example/",
    instructions: "Doctors with their specialty, insurers that are accepted, opening on Saturday",
    schema: objectOf({
      doctors: listOf({ name: text, specialty: text }),
      insurers: { type: "array", items: text, description: "Insurance plans accepted" },
      saturday: { type: "string", description: "Hours on Saturday" },
      phone: text,
      emergencyRoom: flag
    }),
    pages: {
      "": clinic(
        "Care on Elm Street",
        "<h1>Care on Elm Street</h1><p>Walk in or call.</p><p>Phone: (503) 555-0142</p>"
      ),
      doctors: clinic(
        "Our doctors",
        `<h1>Our doctors</h1><ul class="people"><li><h3>Dr. Maya Lindqvist</h3><p>Specialty: Pediatrics</p></li><li><h3>Dr. Omar Haddad</h3><p>Specialty: Cardiology</p></li><li><h3>Dr. Ruth Peña</h3><p>Specialty: Family medicine</p></li></ul>`
      ),
      hours: clinic(
        "Hours",
        `<h1>Hours</h1><table><tr><th>Monday to Friday</th><td>8 am – 6 pm</td></tr><tr><th>Saturday</th><td>9 am – 1 pm</td></tr><tr><th>Sunday</th><td>Closed</td></tr></table>`
      ),
      insurance: clinic(
        "Insurance",
        "<h1>Insurance</h1><h2>Insurance plans accepted</h2><ul><li>BlueRiver</li><li>Cascade Health</li><li>Medicare</li></ul>"
      ),
      blog: clinic("Blog", "<h1>Blog</h1><p>Five doctors on sleep.</p>")
    },
    expected: {
      doctors: [
        { name: "Dr. Maya Lindqvist", specialty: "Pediatrics" },
        { name: "Dr. Omar Haddad", specialty: "Cardiology" },
        { name: "Dr. Ruth Peña", specialty: "Family medicine" }
      ],
      insurers: ["BlueRiver", "Cascade Health", "Medicare"],
      saturday: "9 am – 1 pm",
      phone: "+15035550142",
      emergencyRoom: null
    }
  }
]
