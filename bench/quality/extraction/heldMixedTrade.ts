/** Things sold and let, by a second hand, held out: written before anyone looked at how the rules read them, and never looked at when those are changed. */
import { day, flag, integer, listOf, number, objectOf, type SamplePage, text, texts } from "./SamplePage.ts"

export const heldMixedTrade: ReadonlyArray<SamplePage> = [
  {
    id: "headphones",
    url: "https://audio.example/fr/casque-mira",
    instructions: "Fiche produit",
    schema: {
      ...objectOf({
        name: text,
        brand: text,
        price: objectOf({ value: number, currency: text }),
        inStock: flag,
        batteryHours: integer,
        weightGrams: integer,
        bluetoothVersion: text,
        noiseCancelling: flag,
        waterproof: flag,
        rating: number,
        reviewCount: integer
      }),
      required: ["name", "price", "inStock"]
    },
    html: `<!doctype html><html lang="fr"><head><title>Casque Mira ANC - Audio</title><meta property="product:price:amount" content="179.90"><meta property="product:price:currency" content="EUR"></head><body><header><a href="/fr">Audio</a><a href="/fr/enceintes">Enceintes</a></header><main itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Casque Mira ANC</h1><span itemprop="brand">Solène</span><div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating"><span itemprop="ratingValue">4,3</span>/5 (<span itemprop="reviewCount">87</span> avis)</div><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="179.90">179,90 €</span><meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/OutOfStock">Rupture de stock</div><table><tr><th>Autonomie</th><td>35 h</td></tr><tr><th>Poids</th><td>254 g</td></tr><tr><th>Bluetooth</th><td>5.3</td></tr><tr><th>Réduction de bruit</th><td>Oui</td></tr></table><h2>Accessoires</h2><div><a href="/fr/housse">Housse Mira</a> 24,90 € En stock</div></main></body></html>`,
    expected: {
      name: "Casque Mira ANC",
      brand: "Solène",
      price: { value: 179.9, currency: "EUR" },
      inStock: false,
      batteryHours: 35,
      weightGrams: 254,
      bluetoothVersion: "5.3",
      noiseCancelling: true,
      rating: 4.3,
      reviewCount: 87
    }
  },
  {
    id: "tent",
    url: "https://outdoorly.example/tents/ridge-3",
    instructions: "",
    schema: objectOf({
      title: text,
      salePrice: { ...number, description: "Current price in dollars" },
      listPrice: { ...number, description: "Regular price before the sale" },
      capacity: { ...integer, description: "How many people sleep in it" },
      packedWeightKg: number,
      seasons: integer,
      floorAreaSqM: number,
      freestanding: flag,
      colors: texts,
      shippingCost: number,
      model: text
    }),
    html: `<!doctype html><html lang="en"><head><title>Ridge 3 Tent – Outdoorly</title></head><body><div id="nav"><a href="/">Outdoorly</a><a href="/tents">Tents</a><a href="/bags">Bags</a></div><div id="p"><div class="t">Ridge 3 Tent</div><div class="stars">★★★★☆ 38 reviews</div><div><del>$420.00</del> <ins>$336.00</ins> <em>Save 20%</em></div><div>Free shipping on orders over $75</div><div class="spec"><div>Sleeps</div><div>3 people</div></div><div class="spec"><div>Packed weight</div><div>2.85 kg</div></div><div class="spec"><div>Seasons</div><div>3</div></div><div class="spec"><div>Floor area</div><div>4.1 m²</div></div><div class="spec"><div>Freestanding</div><div>Yes</div></div><div class="spec"><div>Colors</div><div>Moss, Ember</div></div></div><div id="more"><div>Customers also bought</div><div><a href="/bags/down">Down bag</a> <span>$189.00</span></div></div></body></html>`,
    expected: {
      title: "Ridge 3 Tent",
      salePrice: 336,
      listPrice: 420,
      capacity: 3,
      packedWeightKg: 2.85,
      seasons: 3,
      floorAreaSqM: 4.1,
      freestanding: true,
      colors: ["Moss", "Ember"]
    }
  },
  {
    id: "pension-tirol",
    url: "https://www.pension-almrausch.example/preise",
    instructions: "Angaben zur Unterkunft",
    schema: objectOf({
      unterkunft: objectOf({
        name: text,
        ort: text,
        checkIn: text,
        checkOut: text,
        hundeErlaubt: flag,
        hundeGebuehr: number,
        fruehstueckInklusive: flag,
        zimmer: listOf({ typ: text, preisProNacht: number, personen: integer }),
        ortstaxe: number,
        sauna: flag
      })
    }),
    html: `<!doctype html><html lang="de-AT"><head><title>Preise | Pension Almrausch</title><meta property="og:site_name" content="Pension Almrausch"></head><body><header><a href="/">Pension Almrausch</a><a href="/preise">Preise</a></header><main><h1>Preise</h1><table><thead><tr><th>Typ</th><th>Personen</th><th>Preis pro Nacht</th></tr></thead><tbody><tr><td>Einzelzimmer</td><td>1</td><td>€ 68,–</td></tr><tr><td>Doppelzimmer</td><td>2</td><td>€ 112,–</td></tr><tr><td>Familienzimmer</td><td>4</td><td>€ 165,–</td></tr></tbody></table><p>Alle Preise inklusive Frühstück. Die Ortstaxe beträgt € 2,60 pro Person und Nacht.</p><p>Check-in: ab 14 Uhr</p><p>Check-out: bis 10 Uhr</p><p>Hunde sind willkommen (€ 8,– pro Nacht).</p></main><footer>Pension Almrausch, Dorf 22, 6215 Achenkirch</footer></body></html>`,
    expected: {
      unterkunft: {
        name: "Pension Almrausch",
        ort: "Achenkirch",
        checkIn: "ab 14 Uhr",
        checkOut: "bis 10 Uhr",
        hundeErlaubt: true,
        hundeGebuehr: 8,
        fruehstueckInklusive: true,
        zimmer: [
          { typ: "Einzelzimmer", preisProNacht: 68, personen: 1 },
          { typ: "Doppelzimmer", preisProNacht: 112, personen: 2 },
          { typ: "Familienzimmer", preisProNacht: 165, personen: 4 }
        ],
        ortstaxe: 2.6
      }
    }
  },
  {
    id: "plan-cards",
    url: "https://mailpine.example/pricing",
    instructions: "Pricing plans",
    schema: objectOf({
      plans: listOf({
        name: text,
        pricePerMonth: { type: ["number", "null"] },
        description: text,
        features: texts
      }),
      moneyBackDays: integer,
      annualDiscountPercent: number
    }),
    html: `<!doctype html><html lang="en"><head><title>Mailpine pricing</title></head><body><header><a href="/">Mailpine</a></header><main><h1>Pick a plan</h1><div class="cards"><div class="card"><h3>Solo</h3><p class="d">For one person</p><p class="amount">$12<span>/month</span></p><ul><li>1 inbox</li><li>Email support</li></ul><a href="/go?solo">Choose Solo</a></div><div class="card"><h3>Studio</h3><p class="d">For small teams</p><p class="amount">$48<span>/month</span></p><ul><li>5 inboxes</li><li>Chat support</li><li>API access</li></ul><a href="/go?studio">Choose Studio</a></div><div class="card"><h3>Enterprise</h3><p class="d">For large companies</p><p class="amount">Contact us</p><ul><li>Unlimited inboxes</li><li>Dedicated manager</li></ul><a href="/contact">Talk to sales</a></div></div><p>Save 15% with annual billing. 30-day money-back guarantee.</p></main></body></html>`,
    expected: {
      plans: [
        { name: "Solo", pricePerMonth: 12, description: "For one person", features: ["1 inbox", "Email support"] },
        {
          name: "Studio",
          pricePerMonth: 48,
          description: "For small teams",
          features: ["5 inboxes", "Chat support", "API access"]
        },
        {
          name: "Enterprise",
          description: "For large companies",
          features: ["Unlimited inboxes", "Dedicated manager"]
        }
      ],
      moneyBackDays: 30,
      annualDiscountPercent: 15
    }
  },
  {
    id: "appartement",
    url: "https://logis.example/vente/paris-11/99812",
    instructions: "Annonce immobilière",
    schema: objectOf({
      titre: text,
      prix: integer,
      surface: { ...number, description: "Surface en m²" },
      pieces: integer,
      chambres: integer,
      etage: integer,
      ascenseur: flag,
      cave: flag,
      anneeConstruction: integer,
      chargesMensuelles: number,
      dpe: { type: "string", enum: ["A", "B", "C", "D", "E", "F", "G"] },
      honorairesPercent: number
    }),
    html: `<!doctype html><html lang="fr"><head><title>Vente appartement 3 pièces Paris 11e - Logis</title></head><body><header><a href="/">Logis</a><a href="/vente">Vente</a><a href="/location">Location</a></header><main><h1>Appartement 3 pièces, rue Oberkampf</h1><p class="prix">598 000 €</p><p>Honoraires à la charge du vendeur</p><ul class="car"><li>Surface : 61,5 m²</li><li>Pièces : 3</li><li>Chambres : 2</li><li>Étage : 4</li><li>Ascenseur : non</li><li>Cave : oui</li><li>Année de construction : 1932</li><li>Charges mensuelles : 185 €</li><li>DPE : D</li></ul><h2>Biens similaires</h2><div><a href="/vente/1">2 pièces 40 m² – 430 000 €</a></div></main></body></html>`,
    expected: {
      titre: "Appartement 3 pièces, rue Oberkampf",
      prix: 598000,
      surface: 61.5,
      pieces: 3,
      chambres: 2,
      etage: 4,
      ascenseur: false,
      cave: true,
      anneeConstruction: 1932,
      chargesMensuelles: 185,
      dpe: "D"
    }
  },
  {
    id: "gebrauchtwagen",
    url: "https://autoplatz.example/fahrzeug/4410",
    instructions: "Fahrzeugdaten",
    schema: objectOf({
      make: text,
      model: text,
      firstRegistration: text,
      mileageKm: integer,
      fuel: { type: "string", enum: ["petrol", "diesel", "electric", "hybrid"] },
      gearbox: { type: "string", enum: ["manual", "automatic"] },
      powerKw: integer,
      powerPs: integer,
      price: number,
      priceNegotiable: flag,
      accidentFree: flag,
      nextInspection: text
    }),
    html: `<!doctype html><html lang="de"><head><title>VW Golf 2.0 TDI – Autoplatz</title></head><body><header><a href="/">Autoplatz</a></header><main><h1>VW Golf 2.0 TDI Life</h1><p class="preis">21.490 € <small>VB</small></p><p>Finanzierung ab 249 € mtl.</p><dl><dt>Marke</dt><dd>VW</dd><dt>Modell</dt><dd>Golf</dd><dt>Erstzulassung</dt><dd>03/2022</dd><dt>Kilometerstand</dt><dd>54.300 km</dd><dt>Kraftstoff</dt><dd>Diesel</dd><dt>Getriebe</dt><dd>Schaltgetriebe</dd><dt>Leistung</dt><dd>110 kW (150 PS)</dd><dt>Unfallfrei</dt><dd>Ja</dd></dl></main><aside>Ähnliche: VW Polo, 12.900 €, 70.100 km</aside></body></html>`,
    expected: {
      make: "VW",
      model: "Golf",
      firstRegistration: "03/2022",
      mileageKm: 54300,
      fuel: "diesel",
      gearbox: "manual",
      powerKw: 110,
      powerPs: 150,
      price: 21490,
      priceNegotiable: true,
      accidentFree: true
    }
  },
  {
    id: "carta",
    url: "https://casapepa.example/carta",
    instructions: "Carta y datos del restaurante",
    schema: objectOf({
      restaurante: text,
      platos: listOf({ nombre: text, precio: number, descripcion: text }),
      menuDelDia: number,
      ivaIncluido: flag,
      terraza: flag,
      telefono: text
    }),
    html: `<!doctype html><html lang="es"><head><title>Carta - Casa Pepa</title><meta property="og:site_name" content="Casa Pepa"></head><body><header><a href="/">Casa Pepa</a><a href="/carta">Carta</a></header><main><h1>Carta</h1><div class="plato"><h4>Croquetas de jamón</h4><p>Caseras, seis unidades</p><b>9,50 €</b></div><div class="plato"><h4>Pulpo a la brasa</h4><p>Con puré de patata</p><b>18,90 €</b></div><div class="plato"><h4>Tarta de queso</h4><p>Con helado</p><b>6,00 €</b></div><p>Menú del día: 14,50 €</p><p>IVA incluido.</p></main><footer>Reservas: 96 000 11 22</footer></body></html>`,
    expected: {
      restaurante: "Casa Pepa",
      platos: [
        { nombre: "Croquetas de jamón", precio: 9.5, descripcion: "Caseras, seis unidades" },
        { nombre: "Pulpo a la brasa", precio: 18.9, descripcion: "Con puré de patata" },
        { nombre: "Tarta de queso", precio: 6, descripcion: "Con helado" }
      ],
      menuDelDia: 14.5,
      ivaIncluido: true,
      telefono: "96 000 11 22"
    }
  },
  {
    id: "camera-ja",
    url: "https://shop.kumo.example/item/kx200",
    instructions: "商品情報",
    schema: objectOf({
      productName: text,
      maker: text,
      modelNumber: text,
      priceTaxIncluded: { ...integer, description: "税込価格(円)" },
      pointRate: number,
      weightGrams: integer,
      releaseDate: day,
      inStock: flag,
      warrantyMonths: integer
    }),
    html: `<!doctype html><html lang="ja"><head><title>KX-200 デジタルカメラ|くもショップ</title></head><body><header><a href="/">くもショップ</a></header><main><h1>KX-200 デジタルカメラ</h1><p>税込 64,800円(税抜 58,910円)</p><p>在庫あり</p><table><tr><th>メーカー</th><td>カワセ</td></tr><tr><th>型番</th><td>KX-200BK</td></tr><tr><th>発売日</th><td>2026年10月2日</td></tr><tr><th>重量</th><td>412g</td></tr><tr><th>保証期間</th><td>12ヶ月</td></tr></table><h2>関連商品</h2><p>予備バッテリー 5,980円</p></main></body></html>`,
    expected: {
      productName: "KX-200 デジタルカメラ",
      maker: "カワセ",
      modelNumber: "KX-200BK",
      priceTaxIncluded: 64800,
      weightGrams: 412,
      releaseDate: "2026-10-02",
      inStock: true,
      warrantyMonths: 12
    }
  },
  {
    id: "offices",
    url: "https://northgate.example/contact",
    instructions: "Offices and how to reach them",
    schema: objectOf({
      offices: listOf({ city: text, address: text, phone: text, email: text }),
      salesEmail: text,
      supportEmail: text,
      supportPhone: text
    }),
    html: `<!doctype html><html lang="en"><head><title>Contact | Northgate</title></head><body><header><a href="/">Northgate</a></header><main><h1>Contact us</h1><p>Sales: <a href="mailto:sales@northgate.example">sales@northgate.example</a></p><p>Support: <a href="mailto:help@northgate.example">help@northgate.example</a></p><h2>Offices</h2><div class="office"><h3>London</h3><address>21 Cannon Row, London SW1A 2JS</address><a href="tel:+442000000001">+44 20 0000 0001</a></div><div class="office"><h3>Toronto</h3><address>300 King Street W, Toronto, ON M5V 1J2</address><a href="tel:+14160000002">+1 416 000 0002</a></div><div class="office"><h3>Singapore</h3><address>9 Raffles Place, Singapore 048619</address><a href="tel:+6560000003">+65 6000 0003</a></div></main></body></html>`,
    expected: {
      offices: [
        { city: "London", address: "21 Cannon Row, London SW1A 2JS", phone: "+442000000001" },
        { city: "Toronto", address: "300 King Street W, Toronto, ON M5V 1J2", phone: "+14160000002" },
        { city: "Singapore", address: "9 Raffles Place, Singapore 048619", phone: "+6560000003" }
      ],
      salesEmail: "sales@northgate.example",
      supportEmail: "help@northgate.example"
    }
  },
  {
    id: "versand",
    url: "https://gartenfreund.example/versand",
    instructions: "Versand und Rückgabe",
    schema: objectOf({
      versandkosten: number,
      versandkostenfreiAb: number,
      expressZuschlag: number,
      lieferzeitTage: text,
      rueckgabeTage: integer,
      ruecksendungKostenlos: flag,
      zahlungsarten: texts,
      ratenzahlung: flag
    }),
    html: `<!doctype html><html lang="de"><head><title>Versand & Rückgabe – Gartenfreund</title></head><body><header><a href="/">Gartenfreund</a></header><main><h1>Versand & Rückgabe</h1><p>Die Versandkosten betragen 4,95 €. Ab einem Bestellwert von 60 € liefern wir versandkostenfrei.</p><p>Lieferzeit: 2–4 Werktage</p><p>Sie können Artikel innerhalb von 30 Tagen zurückgeben. Die Rücksendung ist kostenlos.</p><h2>Zahlungsarten</h2><ul><li>Rechnung</li><li>PayPal</li><li>Kreditkarte</li></ul><p>Ratenzahlung bieten wir nicht an.</p></main></body></html>`,
    expected: {
      versandkosten: 4.95,
      versandkostenfreiAb: 60,
      lieferzeitTage: "2–4 Werktage",
      rueckgabeTage: 30,
      ruecksendungKostenlos: true,
      zahlungsarten: ["Rechnung", "PayPal", "Kreditkarte"],
      ratenzahlung: false
    }
  },
  {
    id: "rent-us",
    url: "https://rentals.example/lakeview-2b",
    instructions: "Rental facts",
    schema: objectOf({
      unit: objectOf({
        title: text,
        rentMonthly: integer,
        securityDeposit: integer,
        bedrooms: integer,
        bathrooms: number,
        squareFeet: integer,
        availableDate: day,
        leaseTermMonths: integer,
        catsAllowed: flag,
        dogsAllowed: flag,
        laundry: text,
        utilitiesIncluded: flag
      })
    }),
    html: `<!doctype html><html lang="en-US"><head><title>Lakeview 2B for rent</title></head><body><header><a href="/">Rentals</a></header><main><h1>Lakeview Apartments, Unit 2B</h1><div class="price">$1,875 / month</div><table><tr><td>Bedrooms</td><td>2</td></tr><tr><td>Bathrooms</td><td>1.5</td></tr><tr><td>Size</td><td>940 sq ft</td></tr><tr><td>Available</td><td>Feb 15, 2027</td></tr><tr><td>Lease term</td><td>12 months</td></tr><tr><td>Security deposit</td><td>$1,500</td></tr><tr><td>Cats</td><td>Allowed</td></tr><tr><td>Dogs</td><td>Not allowed</td></tr><tr><td>Laundry</td><td>In unit</td></tr></table><p>Water and heat are included; tenants pay for electricity.</p><h2>Other units</h2><p>Unit 3A: $2,050, 2 bedrooms, 980 sq ft</p></main></body></html>`,
    expected: {
      unit: {
        title: "Lakeview Apartments, Unit 2B",
        rentMonthly: 1875,
        securityDeposit: 1500,
        bedrooms: 2,
        bathrooms: 1.5,
        squareFeet: 940,
        availableDate: "2027-02-15",
        leaseTermMonths: 12,
        catsAllowed: true,
        dogsAllowed: false,
        laundry: "In unit"
      }
    }
  },
  {
    id: "fund",
    url: "https://funds.example/oak-balanced",
    instructions: "Fund facts",
    schema: objectOf({
      fundName: text,
      nav: number,
      currency: text,
      oneYearReturnPercent: number,
      ongoingChargePercent: number,
      assetsUnderManagement: { ...number, description: "in pounds" },
      inceptionDate: day,
      riskLevel: integer,
      minimumInvestment: number,
      exitFeePercent: number
    }),
    html: `<!doctype html><html lang="en-GB"><head><title>Oak Balanced Fund</title></head><body><header><a href="/">Funds</a><a href="/isa">ISA</a></header><main><h1>Oak Balanced Fund</h1><p>Price (NAV): <strong>£2.184</strong></p><table><tr><th>Fund size</th><td>£412.5m</td></tr><tr><th>Assets under management</th><td>£412.5m</td></tr><tr><th>Ongoing charge</th><td>0.65%</td></tr><tr><th>Inception date</th><td>14 June 2011</td></tr><tr><th>Risk level</th><td>4 of 7</td></tr><tr><th>Minimum investment</th><td>£500</td></tr></table><h2>Performance</h2><table><tr><th>1 month</th><th>1 year</th><th>5 years</th></tr><tr><td>0.8%</td><td>-3.4%</td><td>22.1%</td></tr></table></main></body></html>`,
    expected: {
      fundName: "Oak Balanced Fund",
      nav: 2.184,
      currency: "GBP",
      oneYearReturnPercent: -3.4,
      ongoingChargePercent: 0.65,
      assetsUnderManagement: 412500000,
      inceptionDate: "2011-06-14",
      riskLevel: 4,
      minimumInvestment: 500
    }
  }
]
