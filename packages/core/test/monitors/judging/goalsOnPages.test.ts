/** Goals as people write them, on pages of several kinds and languages: what they ask for, and the nearest that they do not. */
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { check } from "./onPages.ts"

describe("goals on pages", () => {
  it.effect("terms, in sections and parts of sections", () =>
    check(
      `<h1>Terms of Service</h1><p>Last reviewed by our lawyers in spring.</p><nav><ul><li>Payment<li>Refunds<li>Liability</ul></nav><h2>Payment</h2><p>Invoices are due within 30 days of the date of issue.</p><h3>Late payment</h3><p>We charge interest of 4 % on late payments.</p><h2>Refunds</h2><p>You may return goods within 14 days.</p><h3>Exceptions</h3><p>Made-to-order goods are excluded.</p><ul><li>Vouchers<li>Opened software</ul><h2>Liability</h2><p>Our liability is limited to 500 euros.</p><h2>Changes</h2><p>We tell you of changes 20 days ahead.</p>`,
      [
        ["changes to the refund policy", "within 14 days", "within 10 days", true],
        ["changes to the refund section", "<li>Vouchers", "<li>Vouchers<li>Hygiene products", true],
        ["changes to the refund policy", "500 euros", "300 euros", false],
        ["changes to the refund policy", "20 days ahead", "10 days ahead", false],
        ["changes to the refund policy", "30 days of", "14 days of", false],
        ["payment terms", "interest of 4 %", "interest of 9 %", true],
        ["payment terms", "500 euros", "300 euros", false],
        ["anything about liability", "500 euros", "300 euros", true],
        ["anything about liability", "Made-to-order", "Custom", false],
        [
          "when the exceptions to refunds change",
          "Made-to-order goods are excluded",
          "Made-to-order goods and food are excluded",
          true
        ]
      ]
    )
  )

  it.effect("a museum in German", () =>
    check(
      `<h1>Stadtmuseum</h1><h2>Öffnungszeiten</h2><ul><li>Di–So: 10–18 Uhr</li><li>Montag geschlossen</li></ul><h2>Eintritt</h2><ul><li>Erwachsene: 9 €</li><li>Kinder: 4 €</li></ul><h2>Anfahrt</h2><p>Mit der Linie 5 bis Hafen.</p><h2>Ausstellung</h2><p>Bis 12. Oktober 2026: Wasser und Wein.</p>`,
      [
        ["Öffnungszeiten", "10–18", "10–17", true],
        ["Öffnungszeiten", "9 €", "10 €", false],
        ["Öffnungszeiten", "Linie 5", "Linie 7", false],
        ["Eintrittspreise", "Erwachsene: 9 €", "Erwachsene: 11 €", true],
        ["Eintrittspreise", "10–18", "10–19", false],
        ["Eintritt für Kinder über 5 €", "Kinder: 4 €", "Kinder: 6 €", true],
        ["Eintritt für Kinder über 5 €", "Erwachsene: 9 €", "Erwachsene: 12 €", false],
        ["die Ausstellung wird verlängert", "12. Oktober 2026", "9. November 2026", true],
        ["die Ausstellung wird verlängert", "12. Oktober 2026", "20. September 2026", false],
        ["Öffnungszeiten", "Wasser und Wein", "Salz und Brot", false]
      ]
    )
  )

  it.effect("a swimming pool in French", () =>
    check(
      `<h1>Piscine municipale</h1><h2>Horaires</h2><p>Ouverte de 9 h à 20 h en semaine.</p><h2>Tarifs</h2><table><tr><td></td><th>Plein</th><th>Réduit</th></tr><tr><th>Entrée</th><td>5,00 €</td><td>3,00 €</td></tr><tr><th>Carte 10 entrées</th><td>45,00 €</td><td>27,00 €</td></tr></table><h2>Règlement</h2><p>Le bonnet est obligatoire.</p>`,
      [
        ["les horaires", "à 20 h", "à 19 h", true],
        ["les horaires", "obligatoire", "conseillé", false],
        ["le tarif réduit de l'entrée", "3,00 €", "3,50 €", true],
        ["le tarif réduit de l'entrée", ">5,00 €", ">5,50 €", false],
        ["changements du règlement", "obligatoire", "conseillé", true]
      ]
    )
  )

  it.effect("a product in Spanish", () =>
    check(
      `<h1>Tetera azul</h1><p>Precio: <b>39,90 €</b></p><p>Agotado</p><h2>Envío</h2><p>Enviamos en 3 días laborables.</p><h2>Devoluciones</h2><p>Puedes devolver el producto en 30 días.</p>`,
      [
        ["vuelve a estar disponible", "Agotado", "Añadir al carrito", true],
        ["vuelve a estar disponible", "Agotado", "Agotado. Disponible de nuevo en junio", false],
        ["vuelve a estar disponible", "Agotado", "Próximamente", false],
        ["baja de precio", "<b>39,90 €</b>", "<s>39,90 €</s> <b>29,90 €</b>", true],
        ["cambios en la política de devoluciones", "en 30 días", "en 14 días", true],
        ["cambios en la política de devoluciones", "en 3 días", "en 5 días", false],
        ["precio por debajo de 30 €", "<b>39,90 €</b>", "<s>39,90 €</s> <b>34,90 €</b>", false]
      ]
    )
  )

  it.effect("a list of jobs by towns", () =>
    check(
      `<h1>Careers</h1><h2>Berlin</h2><ul><li>Designer</li><li>Potter</li></ul><h2>Oslo</h2><ul><li>Driver</li></ul><h2>Benefits</h2><ul><li>Free tea</li></ul>`,
      [
        ["a new role in Berlin", "<li>Potter</li>", "<li>Potter</li><li>Engineer</li>", true],
        ["a new role in Berlin", "<li>Driver</li>", "<li>Driver</li><li>Engineer</li>", false],
        ["a new role in Berlin", "<li>Free tea</li>", "<li>Free tea</li><li>Free lunch</li>", false],
        ["when the Potter position is removed", "<li>Potter</li>", "", true],
        ["when the Potter position is removed", "<li>Designer</li>", "", false]
      ]
    )
  )

  it.effect("a list whose title or the sentence above it says what all of it is", () => {
    const jobs = "<li>Waiter</li><li>Cook</li><li>Driver</li>"
    const towns = "<li>Waiter, Berlin</li><li>Cook, Rome</li><li>Driver, Oslo</li>"
    const pots = "<li>Anna $40</li><li>Blue Bea $50</li>"
    const page = (list: string) => `<h1>Careers</h1><p>All our jobs in Berlin.</p><ul>${list}</ul>`
    return Effect.all([
      check(page(jobs), [["when a job in Berlin is removed", "<li>Cook</li>", "", true]]),
      check(page(towns), [["when a job in Berlin is removed", "<li>Cook, Rome</li>", "", false]]),
      check(`<h1>Jobs in Berlin and Rome</h1><ul>${towns}</ul>`, [
        ["when a job in Berlin is removed", "<li>Cook, Rome</li>", "", false]
      ]),
      check(`<h1>Blue pots</h1><ul>${pots}</ul>`, [["when a blue pot is discontinued", "<li>Anna $40</li>", "", true]])
    ])
  })

  it.effect("a changelog", () =>
    check(
      `<h1>Changelog</h1><h2>2.4.0</h2><h3>Added</h3><ul><li>Dark mode</li></ul><h3>Fixed</h3><ul><li>Crash on start</li></ul><h2>2.3.0</h2><h3>Security</h3><ul><li>Session tokens expire</li></ul>`,
      [
        [
          "any new changelog entry",
          "<h2>2.4.0</h2>",
          "<h2>2.5.0</h2><h3>Added</h3><ul><li>Export to PDF</li></ul><h2>2.4.0</h2>",
          true
        ],
        [
          "security fixes",
          "<h2>2.4.0</h2>",
          "<h2>2.4.1</h2><h3>Security</h3><ul><li>Passwords are hashed anew</li></ul><h2>2.4.0</h2>",
          true
        ],
        [
          "security fixes",
          "<h2>2.4.0</h2>",
          "<h2>2.4.1</h2><h3>Added</h3><ul><li>Emoji picker</li></ul><h2>2.4.0</h2>",
          false
        ]
      ]
    )
  )

  it.effect("two parks", () =>
    check(
      `<h1>Parks</h1><h2>North</h2><p>Fire risk: moderate</p><p>Trails: open</p><h2>South</h2><p>Fire risk: low</p><p>Trails: closed</p>`,
      [
        ["the fire risk goes to high or extreme", "moderate", "high", true],
        ["the fire risk goes to high or extreme", "risk: low", "risk: moderate", false],
        ["trails in the South open", "closed", "open", true],
        ["trails in the South open", "Trails: open", "Trails: closed", false],
        ["fire risk in the North goes to high", "risk: low", "risk: high", false],
        ["fire risk in the North goes to high", "moderate", "high", true]
      ]
    )
  )

  it.effect("a library", () =>
    check(
      `<h1>Library</h1><h2>Opening hours</h2><p>Monday to Friday: 9:00 to 18:00</p><p>Holiday notice: closed on 24 December</p><h2>Events</h2><p>Story time on 3 May</p>`,
      [
        ["opening hours, not holiday notices", "18:00", "17:00", true],
        ["opening hours, not holiday notices", "24 December", "25 December", false],
        ["opening hours, not holiday notices", "3 May", "4 May", false]
      ]
    )
  )

  it.effect("a product with what is told around it", () =>
    check(
      `<h1>Kestrel X5 Headphones</h1><p><span>$349.00</span></p><p>In stock</p><h2>Description</h2><p>Wireless headphones with 30 hours of battery life and a soft case.</p><h2>Delivery</h2><p>Standard delivery costs $6 and takes 3 to 5 days.</p><h2>Returns</h2><p>Send it back within 30 days.</p><h2>Warranty</h2><p>2 years.</p><h2>You may also like</h2><ul><li>Kestrel X3 – $199</li><li>Kestrel Z – $89</li></ul>`,
      [
        ["price below $300", "<span>$349.00</span>", "<s>$349.00</s> <b>$279.00</b>", true],
        ["price below $300", "<span>$349.00</span>", "<s>$349.00</s> <b>$319.00</b>", false],
        ["price below $300", "$199", "$149", false],
        ["price below $300", "<span>$349.00</span>", "<span>$349.00</span> <small>or $29.08/mo</small>", false],
        ["the warranty gets longer", "2 years.", "3 years.", true],
        ["the warranty changes", "30 days", "60 days", false],
        ["delivery gets cheaper", "costs $6", "costs $4", true],
        ["delivery gets cheaper", "30 hours", "20 hours", false],
        ["return policy", "30 days", "14 days", true],
        ["return policy", "3 to 5 days", "5 to 8 days", false],
        ["sold out", "In stock", "Out of stock", true],
        ["sold out", "In stock", "Only 5 left in stock", false],
        ["drops by more than 10 %", "$349.00", "$299.00", true],
        ["drops by more than 10 %", "$349.00", "$329.00", false]
      ]
    )
  )

  it.effect("a swimming pool in Dutch", () =>
    check(
      `<h1>Zwembad De Golf</h1><h2>Openingstijden</h2><p>Maandag tot vrijdag van 7.00 tot 21.00 uur.</p><h2>Tarieven</h2><ul><li>Volwassenen: € 6,50</li><li>Kinderen: € 4,50</li></ul><h2>Nieuws</h2><p>Het buitenbad is gesloten.</p><h2>Contact</h2><p>Bel ons op 020 555 1234.</p>`,
      [
        ["openingstijden", "21.00", "20.00", true],
        ["openingstijden", "€ 6,50", "€ 7,00", false],
        ["openingstijden", "555 1234", "555 4321", false],
        ["prijs voor volwassenen boven € 7", "€ 6,50", "€ 7,50", true],
        ["prijs voor volwassenen boven € 7", "€ 4,50", "€ 7,50", false],
        ["het buitenbad gaat open", "gesloten", "open", true],
        ["het buitenbad gaat open", "21.00", "22.00", false]
      ]
    )
  )

  it.effect("a theatre in Italian", () =>
    check(
      `<h1>Teatro Verdi</h1><h2>Biglietti</h2><table><tr><th></th><th>Platea</th><th>Galleria</th></tr><tr><td>Intero</td><td>40 €</td><td>25 €</td></tr><tr><td>Ridotto</td><td>30 €</td><td>18 €</td></tr></table><h2>Spettacoli</h2><ul><li>Tosca – 5 maggio: Posti esauriti</li><li>Aida – 9 maggio: Biglietti disponibili</li></ul><h2>Come arrivare</h2><p>Tram 4, fermata Teatro.</p>`,
      [
        ["prezzo intero in galleria sotto 25 €", "25 €", "22 €", true],
        ["prezzo intero in galleria sotto 25 €", "18 €", "15 €", false],
        ["prezzo intero in galleria sotto 25 €", "40 €", "24 €", false],
        ["tornano disponibili i biglietti per Tosca", "Posti esauriti", "Biglietti disponibili", true],
        ["tornano disponibili i biglietti per Tosca", "Biglietti disponibili", "Ultimi biglietti", false],
        ["un nuovo spettacolo", "</li></ul>", "</li><li>Norma – 20 maggio: Biglietti disponibili</li></ul>", true],
        ["un nuovo spettacolo", "Tram 4", "Tram 7", false],
        ["prezzi dei biglietti", "Tram 4", "Tram 7", false],
        ["prezzi dei biglietti", "30 €", "32 €", true]
      ]
    )
  )

  it.effect("an insurance in Portuguese", () =>
    check(
      `<h1>Plano de saúde</h1><h2>Carências</h2><p>Consultas: 30 dias. Cirurgias: 180 dias.</p><h2>Cancelamento</h2><p>O cliente pode cancelar com aviso de 30 dias.</p><h2>Reajuste</h2><p>O reajuste anual é de 9,6 %.</p>`,
      [
        ["mudanças nas regras de cancelamento", "aviso de 30 dias", "aviso de 60 dias", true],
        ["mudanças nas regras de cancelamento", "9,6 %", "12 %", false],
        ["reajuste acima de 10 %", "9,6 %", "12 %", true],
        ["reajuste acima de 10 %", "9,6 %", "9,9 %", false]
      ]
    )
  )

  it.effect("a table of plans in German, with an empty corner and an empty cell", () =>
    check(
      `<h1>Tarife</h1><table><thead><tr><td></td><th>Start</th><th>Team</th><th>Firma</th></tr></thead><tbody><tr><th>Monatlich</th><td>5 €</td><td>12 €</td><td>30 €</td></tr><tr><th>Jährlich</th><td>50 €</td><td>120 €</td><td>300 €</td></tr><tr><th>Speicher</th><td>5 GB</td><td>50 GB</td><td>1 TB</td></tr><tr><th>Hilfe</th><td></td><td>E-Mail</td><td>Telefon</td></tr></tbody></table><h2>Kündigung</h2><p>Kündigen Sie jederzeit zum Monatsende.</p><h2>Zahlung</h2><p>Wir nehmen Karten und Lastschrift.</p>`,
      [
        ["Preis des Tarifs Team", "120 €", "110 €", true],
        ["Preis des Tarifs Team", "300 €", "280 €", false],
        ["Speicher im Tarif Start", "5 GB</td><td>50", "10 GB</td><td>50", true],
        ["Speicher im Tarif Start", "1 TB", "2 TB", false],
        ["Kündigungsbedingungen", "Karten und Lastschrift", "nur Karten", false],
        ["Kündigungsbedingungen", "jederzeit zum Monatsende", "zum Jahresende", true],
        ["Zahlungsarten", "zum Monatsende", "zum Jahresende", false],
        ["Zahlungsarten", "Karten und Lastschrift", "nur Karten", true],
        ["Hilfe im Tarif Start", "<td></td><td>E-Mail", "<td>Forum</td><td>E-Mail", true],
        ["Hilfe im Tarif Start", "Telefon", "Telefon rund um die Uhr", false],
        ["monatlicher Preis des Tarifs Firma unter 30 €", "<td>30 €", "<td>25 €", true],
        ["monatlicher Preis des Tarifs Firma unter 30 €", "<td>12 €", "<td>10 €", false]
      ]
    )
  )

  it.effect("two grants", () =>
    check(
      `<h1>City Arts Fund</h1><h2>Small grants</h2><p>Deadline: 31 March 2027</p><p>Up to £5,000</p><h2>Large grants</h2><p>Deadline: 15 May 2027</p><p>Up to £50,000</p><h2>News</h2><p>The jury meets on 3 June 2027.</p>`,
      [
        ["the deadline for small grants is extended", "31 March", "14 April", true],
        ["the deadline for small grants is extended", "15 May", "30 May", false],
        ["the deadline for small grants is extended", "31 March", "15 March", false],
        ["large grants", "£50,000", "£60,000", true],
        ["large grants", "£5,000", "£6,000", false],
        ["large grants", "3 June", "5 June", false],
        ["the page mentions Rust", "The jury meets", "The jury, led by Ann Rust, meets", true],
        ["the page mentions Rust", "The jury meets", "The whole jury meets", false],
        [
          "when small grants are removed",
          "<h2>Small grants</h2><p>Deadline: 31 March 2027</p><p>Up to £5,000</p>",
          "",
          true
        ],
        [
          "when small grants are removed",
          "<h2>Large grants</h2><p>Deadline: 15 May 2027</p><p>Up to £50,000</p>",
          "",
          false
        ]
      ]
    )
  )

  it.effect("cards of plans", () =>
    check(
      `<h1>Pricing</h1><div><h3>Hobby</h3><p>$5 / month</p><ul><li>1 project</li></ul></div><div><h3>Pro</h3><p>$20 / month</p><p>$200 billed yearly</p><ul><li>10 projects</li></ul></div><div><h3>Business</h3><p>Contact us</p><ul><li>Unlimited projects</li></ul></div>`,
      [
        ["price of the Pro plan below $20", "$20 / month", "$15 / month", true],
        ["price of the Pro plan below $20", "$5 / month", "$4 / month", false],
        ["the Hobby plan gets cheaper", "$5 / month", "Free", true],
        ["the Pro plan gets cheaper", "$5 / month", "Free", false],
        ["project limits of the Pro plan", "10 projects", "5 projects", true],
        ["project limits of the Pro plan", "1 project<", "3 projects<", false],
        ["a price for the Business plan", "Contact us", "$99 / month", true],
        ["price of the Pro plan rises", "$20 / month", "$25 / month", true],
        ["price of the Pro plan rises", "$5 / month", "$9 / month", false]
      ]
    )
  )
})
