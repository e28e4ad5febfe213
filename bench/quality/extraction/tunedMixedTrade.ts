/** Things sold and let, by a second hand: made to look at, written before anyone looked at how the rules read them. */
import { day, flag, integer, listOf, number, objectOf, type SamplePage, text, texts } from "./SamplePage.ts"

export const tunedMixedTrade: ReadonlyArray<SamplePage> = [
  {
    id: "espresso-machine",
    url: "https://shop.brewhaus.example/p/lido-2",
    instructions: "Product details",
    schema: {
      ...objectOf({
        product: {
          ...objectOf({
            name: text,
            brand: text,
            sku: text,
            price: objectOf({ amount: number, currency: { type: "string", pattern: "^[A-Z]{3}$" } }),
            availability: { type: "string", enum: ["in_stock", "out_of_stock", "preorder"] },
            rating: objectOf({ average: number, count: integer }),
            warrantyYears: integer,
            colors: texts
          }),
          required: ["name", "price"]
        }
      }),
      required: ["product"]
    },
    html: `<!doctype html><html lang="en"><head><title>Lido 2 espresso machine | Brewhaus</title><meta property="og:title" content="Lido 2 espresso machine"><meta property="og:type" content="product"><script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization","name":"Brewhaus","url":"https://shop.brewhaus.example/"},{"@type":"Product","name":"Lido 2","sku":"BH-LD2-BLK","brand":{"@type":"Brand","name":"Corsa"},"aggregateRating":{"@type":"AggregateRating","ratingValue":"4.6","reviewCount":"212"},"offers":{"@type":"Offer","price":"649.00","priceCurrency":"USD","availability":"https://schema.org/PreOrder"}}]}</script></head><body><header><nav><a href="/">Home</a><a href="/machines">Machines</a><a href="/grinders">Grinders</a></nav></header><main><h1>Lido 2 espresso machine</h1><p class="was">Was $749.00</p><p class="now">$649.00</p><p>Ships from 4 March.</p><section><h2>Specifications</h2><table><tr><th>Boiler</th><td>1.8 l, steel</td></tr><tr><th>Weight</th><td>11.4 kg</td></tr><tr><th>Warranty</th><td>3 years</td></tr><tr><th>Colors</th><td>Black, Cream, Racing Green</td></tr></table></section><section class="related"><h2>You may also like</h2><div class="card"><a href="/p/knock">Knock box</a> <span>$29.00</span></div><div class="card"><a href="/p/tamper">Tamper 58</a> <span>$45.00</span></div></section></main><footer>© 2026 Brewhaus. 5 year warranty on grinders.</footer></body></html>`,
    expected: {
      product: {
        name: "Lido 2",
        brand: "Corsa",
        sku: "BH-LD2-BLK",
        price: { amount: 649, currency: "USD" },
        availability: "preorder",
        rating: { average: 4.6, count: 212 },
        warrantyYears: 3,
        colors: ["Black", "Cream", "Racing Green"]
      }
    }
  },
  {
    id: "schreibtisch",
    url: "https://www.holzwerk.example/tische/schreibtisch-nora",
    instructions: "",
    schema: objectOf({
      title: text,
      price: { ...number, description: "Current price in euros" },
      originalPrice: { ...number, description: "Price before the discount" },
      discountPercent: number,
      widthCm: number,
      depthCm: number,
      heightCm: number,
      weightKg: number,
      material: text,
      deliveryTime: text,
      assemblyRequired: flag,
      energyClass: text
    }),
    html: `<!doctype html><html lang="de"><head><title>Schreibtisch Nora aus Eiche – Holzwerk</title></head><body><div class="top"><a href="/">Holzwerk</a><a href="/tische">Tische</a><a href="/stuehle">Stühle</a></div><div class="wrap"><div class="gallery"><img src="/img/nora.jpg" alt="Schreibtisch Nora"></div><div class="info"><div class="headline">Schreibtisch Nora</div><div class="pricebox"><span class="strike">UVP 549,00 €</span><span class="cur">439,00 €</span><span class="badge">-20 %</span><span class="vat">inkl. MwSt., zzgl. Versand</span></div><div>Lieferzeit: 5–7 Werktage</div><ul><li>Material: Eiche massiv, geölt</li><li>Breite: 140 cm</li><li>Tiefe: 70 cm</li><li>Höhe: 75,5 cm</li><li>Gewicht: 32,5 kg</li><li>Aufbau erforderlich: Ja</li></ul></div></div><div class="reco"><div>Passend dazu</div><div><a href="/stuehle/ida">Stuhl Ida</a><span>129,00 €</span><span>Höhe: 82 cm</span></div></div></body></html>`,
    expected: {
      title: "Schreibtisch Nora",
      price: 439,
      originalPrice: 549,
      discountPercent: 20,
      widthCm: 140,
      depthCm: 70,
      heightCm: 75.5,
      weightKg: 32.5,
      material: "Eiche massiv, geölt",
      deliveryTime: "5–7 Werktage",
      assemblyRequired: true
    }
  },
  {
    id: "hotel-bretagne",
    url: "https://www.hotel-des-dunes.example/",
    instructions: "Informations pratiques de l'hôtel",
    schema: objectOf({
      hotel: objectOf({
        name: text,
        stars: integer,
        address: objectOf({ street: text, postalCode: text, city: text }),
        phone: text,
        checkIn: { type: "string", description: "Earliest check-in time" },
        checkOut: { type: "string", description: "Latest check-out time" },
        petsAllowed: flag,
        roomCount: integer,
        amenities: texts,
        pool: flag
      })
    }),
    html: `<!doctype html><html lang="fr"><head><title>Hôtel des Dunes - Saint-Malo</title></head><body><header>Hôtel des Dunes <a href="/chambres">Chambres</a> <a href="/restaurant">Restaurant</a></header><main itemscope itemtype="https://schema.org/Hotel"><h1 itemprop="name">Hôtel des Dunes</h1><div itemprop="starRating" itemscope itemtype="https://schema.org/Rating"><meta itemprop="ratingValue" content="3">★★★</div><div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="streetAddress">14 chaussée du Sillon</span>, <span itemprop="postalCode">35400</span> <span itemprop="addressLocality">Saint-Malo</span></div><p>Tél. <span itemprop="telephone">+33 2 99 00 12 34</span></p><p>Notre hôtel compte 42 chambres, dont 12 avec vue sur mer.</p><dl><dt>Arrivée</dt><dd>à partir de 15h00</dd><dt>Départ</dt><dd>jusqu'à 11h00</dd><dt>Animaux</dt><dd>Les animaux ne sont pas admis.</dd></dl><h2>Équipements</h2><ul><li>Wi-Fi gratuit</li><li>Parking privé</li><li>Ascenseur</li><li>Bar</li></ul></main><footer>Réservez au +33 2 99 00 12 34</footer></body></html>`,
    expected: {
      hotel: {
        name: "Hôtel des Dunes",
        stars: 3,
        address: { street: "14 chaussée du Sillon", postalCode: "35400", city: "Saint-Malo" },
        phone: "+33299001234",
        checkIn: "à partir de 15h00",
        checkOut: "jusqu'à 11h00",
        petsAllowed: false,
        roomCount: 42,
        amenities: ["Wi-Fi gratuit", "Parking privé", "Ascenseur", "Bar"]
      }
    }
  },
  {
    id: "plans-in-columns",
    url: "https://relayly.example/pricing",
    instructions: "All plans with their limits",
    schema: objectOf({
      plans: listOf({
        name: text,
        monthlyPrice: { type: ["number", "null"] },
        users: { type: ["integer", "null"] },
        storageGb: number,
        sso: flag
      }),
      trialDays: integer,
      currency: text
    }),
    html: `<!doctype html><html lang="en"><head><title>Pricing – Relayly</title></head><body><header><a href="/">Relayly</a><a href="/features">Features</a><a href="/pricing">Pricing</a></header><main><h1>Simple pricing</h1><p>Start with a 14-day free trial. No credit card needed.</p><table><thead><tr><th></th><th>Starter</th><th>Team</th><th>Business</th></tr></thead><tbody><tr><th>Monthly price</th><td>$9</td><td>$29</td><td>$79</td></tr><tr><th>Users</th><td>1</td><td>10</td><td>50</td></tr><tr><th>Storage</th><td>5 GB</td><td>50 GB</td><td>500 GB</td></tr><tr><th>SSO</th><td>–</td><td>–</td><td>✓</td></tr></tbody></table><p>Annual billing saves 20%.</p></main></body></html>`,
    expected: {
      plans: [
        { name: "Starter", monthlyPrice: 9, users: 1, storageGb: 5, sso: false },
        { name: "Team", monthlyPrice: 29, users: 10, storageGb: 50, sso: false },
        { name: "Business", monthlyPrice: 79, users: 50, storageGb: 500, sso: true }
      ],
      trialDays: 14,
      currency: "USD"
    }
  },
  {
    id: "wohnung",
    url: "https://immo-nord.example/expose/88213",
    instructions: "Daten der Mietwohnung",
    schema: objectOf({
      titel: text,
      kaltmiete: number,
      nebenkosten: number,
      warmmiete: number,
      kaution: number,
      zimmer: number,
      wohnflaeche: { ...number, description: "Wohnfläche in m²" },
      etage: integer,
      baujahr: integer,
      balkon: flag,
      haustiere: { ...flag, description: "Sind Haustiere erlaubt?" },
      verfuegbarAb: day,
      energieausweis: text
    }),
    html: `<!doctype html><html lang="de"><head><title>3-Zimmer-Altbau in Ottensen – Immo Nord</title></head><body><header><a href="/">Immo Nord</a><a href="/mieten">Mieten</a><a href="/kaufen">Kaufen</a></header><main><h1>Helle 3,5-Zimmer-Wohnung in Ottensen</h1><div class="facts"><div><div class="val">1.240 €</div><div class="lab">Kaltmiete</div></div><div><div class="val">3,5</div><div class="lab">Zimmer</div></div><div><div class="val">86,4 m²</div><div class="lab">Wohnfläche</div></div></div><dl><dt>Nebenkosten</dt><dd>210 €</dd><dt>Warmmiete</dt><dd>1.450 €</dd><dt>Kaution</dt><dd>3.720 € (3 Kaltmieten)</dd><dt>Etage</dt><dd>2 von 4</dd><dt>Baujahr</dt><dd>1908</dd><dt>Balkon</dt><dd>Ja</dd><dt>Haustiere</dt><dd>Nein</dd><dt>Bezugsfrei ab</dt><dd>01.02.2027</dd></dl><h2>Ähnliche Wohnungen</h2><ul><li><a href="/expose/88300">2 Zimmer, 54 m², 890 €</a></li><li><a href="/expose/88311">4 Zimmer, 112 m², 1.990 €</a></li></ul></main></body></html>`,
    expected: {
      titel: "Helle 3,5-Zimmer-Wohnung in Ottensen",
      kaltmiete: 1240,
      nebenkosten: 210,
      warmmiete: 1450,
      kaution: 3720,
      zimmer: 3.5,
      wohnflaeche: 86.4,
      etage: 2,
      baujahr: 1908,
      balkon: true,
      haustiere: false,
      verfuegbarAb: "2027-02-01"
    }
  },
  {
    id: "used-car",
    url: "https://coches.example/anuncio/7712",
    instructions: "Ficha del coche",
    schema: objectOf({
      make: text,
      model: text,
      year: integer,
      mileageKm: integer,
      fuel: { type: "string", enum: ["petrol", "diesel", "electric", "hybrid"] },
      transmission: { type: "string", enum: ["manual", "automatic"] },
      powerHp: integer,
      priceEur: number,
      doors: integer,
      color: text,
      previousOwners: integer
    }),
    html: `<!doctype html><html lang="es"><head><title>Seat León 1.5 TSI de segunda mano</title></head><body><nav><a href="/">Coches</a> <a href="/motos">Motos</a></nav><main><h1>Seat León 1.5 TSI Xcellence</h1><p class="precio">17.900 €</p><p class="cuota">Desde 245 €/mes</p><table><tr><td>Marca</td><td>Seat</td></tr><tr><td>Modelo</td><td>León</td></tr><tr><td>Año</td><td>2021</td></tr><tr><td>Kilómetros</td><td>48.500 km</td></tr><tr><td>Combustible</td><td>Gasolina</td></tr><tr><td>Cambio</td><td>Automático</td></tr><tr><td>Potencia</td><td>150 CV</td></tr><tr><td>Puertas</td><td>5</td></tr><tr><td>Color</td><td>Gris plata</td></tr></table></main><aside><h3>Otros coches</h3><p>Seat Ibiza 2019 – 12.300 € – 61.000 km</p></aside></body></html>`,
    expected: {
      make: "Seat",
      model: "León",
      year: 2021,
      mileageKm: 48500,
      fuel: "petrol",
      transmission: "automatic",
      powerHp: 150,
      priceEur: 17900,
      doors: 5,
      color: "Gris plata"
    }
  },
  {
    id: "bistro-menu",
    url: "https://bistro-lune.example/menu",
    instructions: "The menu and the practical facts",
    schema: objectOf({
      restaurant: text,
      sections: listOf({ title: text, dishes: listOf({ name: text, price: number }) }),
      serviceIncluded: flag,
      delivery: flag
    }),
    html: `<!doctype html><html lang="en"><head><title>Menu — Bistro Lune</title><meta property="og:site_name" content="Bistro Lune"></head><body><header><a href="/">Bistro Lune</a><a href="/menu">Menu</a><a href="/book">Book</a></header><main><h1>Menu</h1><section><h2>Starters</h2><ul><li><span class="dish">Onion soup</span> <span class="price">£8.50</span></li><li><span class="dish">Leek vinaigrette</span> <span class="price">£9.00</span></li></ul></section><section><h2>Mains</h2><ul><li><span class="dish">Steak frites</span> <span class="price">£24.00</span></li><li><span class="dish">Trout amandine</span> <span class="price">£21.50</span></li></ul></section><section><h2>Desserts</h2><ul><li><span class="dish">Tarte tatin</span> <span class="price">£8.00</span></li></ul></section><p>Service is not included.</p></main></body></html>`,
    expected: {
      restaurant: "Bistro Lune",
      sections: [
        {
          title: "Starters",
          dishes: [
            { name: "Onion soup", price: 8.5 },
            { name: "Leek vinaigrette", price: 9 }
          ]
        },
        {
          title: "Mains",
          dishes: [
            { name: "Steak frites", price: 24 },
            { name: "Trout amandine", price: 21.5 }
          ]
        },
        { title: "Desserts", dishes: [{ name: "Tarte tatin", price: 8 }] }
      ],
      serviceIncluded: false
    }
  },
  {
    id: "book-ja",
    url: "https://books.hoshi.example/isbn/4000000001",
    instructions: "書籍情報",
    schema: objectOf({
      title: text,
      author: text,
      publisher: text,
      publishedDate: day,
      pages: integer,
      isbn13: text,
      price: { ...integer, description: "税込価格(円)" },
      ebookAvailable: flag
    }),
    html: `<!doctype html><html lang="ja"><head><title>静かな港 | 星書房</title></head><body><header><a href="/">星書房</a><a href="/new">新刊</a></header><main><h1>静かな港</h1><p class="author">森川 葵 著</p><p class="price">定価 1,980円(本体1,800円+税)</p><table><tr><th>出版社</th><td>星書房</td></tr><tr><th>発売日</th><td>2026年9月18日</td></tr><tr><th>ページ数</th><td>312ページ</td></tr><tr><th>ISBN</th><td>978-4-00-000000-1</td></tr></table></main></body></html>`,
    expected: {
      title: "静かな港",
      author: "森川 葵",
      publisher: "星書房",
      publishedDate: "2026-09-18",
      pages: 312,
      isbn13: "978-4-00-000000-1",
      price: 1980
    }
  },
  {
    id: "store-locator",
    url: "https://veloland.example/filialen",
    instructions: "Alle Filialen",
    schema: objectOf({
      stores: listOf({
        name: text,
        street: text,
        postalCode: text,
        city: text,
        phone: text,
        openSunday: flag
      })
    }),
    html: `<!doctype html><html lang="de"><head><title>Filialen | Veloland</title></head><body><header><a href="/">Veloland</a></header><main><h1>Unsere Filialen</h1><div class="stores"><div class="store"><h3>Veloland Bern</h3><p>Marktgasse 12<br>3011 Bern</p><p>Tel. <a href="tel:+41310000011">+41 31 000 00 11</a></p></div><div class="store"><h3>Veloland Basel</h3><p>Freie Strasse 45<br>4001 Basel</p><p>Tel. <a href="tel:+41610000022">+41 61 000 00 22</a></p></div><div class="store"><h3>Veloland Luzern</h3><p>Pilatusstrasse 7<br>6003 Luzern</p><p>Tel. <a href="tel:+41410000033">+41 41 000 00 33</a></p></div></div></main><footer>Zentrale: +41 44 000 00 00</footer></body></html>`,
    expected: {
      stores: [
        { name: "Veloland Bern", street: "Marktgasse 12", postalCode: "3011", city: "Bern", phone: "+41310000011" },
        {
          name: "Veloland Basel",
          street: "Freie Strasse 45",
          postalCode: "4001",
          city: "Basel",
          phone: "+41610000022"
        },
        {
          name: "Veloland Luzern",
          street: "Pilatusstrasse 7",
          postalCode: "6003",
          city: "Luzern",
          phone: "+41410000033"
        }
      ]
    }
  },
  {
    id: "shipping-policy",
    url: "https://tinkerbox.example/help/shipping",
    instructions: "Shipping and returns terms",
    schema: objectOf({
      freeShippingThreshold: { ...number, description: "Order value in pounds from which shipping is free" },
      standardShippingCost: number,
      expressShippingCost: number,
      standardDeliveryDays: text,
      returnWindowDays: integer,
      freeReturns: flag,
      shipsInternationally: flag,
      restockingFeePercent: number
    }),
    html: `<!doctype html><html lang="en-GB"><head><title>Shipping & returns - Tinkerbox</title></head><body><header><a href="/">Tinkerbox</a><a href="/help">Help</a></header><main><h1>Shipping & returns</h1><h2>Delivery</h2><table><tr><th>Service</th><th>Cost</th><th>Time</th></tr><tr><td>Standard</td><td>£3.95</td><td>3–5 working days</td></tr><tr><td>Express</td><td>£7.50</td><td>Next working day</td></tr></table><p>Standard delivery is free on orders over £50.</p><p>At the moment we do not ship outside the United Kingdom.</p><h2>Returns</h2><p>You can return any unused item within 60 days of delivery. Returns are free: use the label in your parcel. Refunds arrive within 10 days.</p></main></body></html>`,
    expected: {
      freeShippingThreshold: 50,
      standardShippingCost: 3.95,
      expressShippingCost: 7.5,
      standardDeliveryDays: "3–5 working days",
      returnWindowDays: 60,
      freeReturns: true,
      shipsInternationally: false
    }
  },
  {
    id: "house-us",
    url: "https://homes.example/listing/42-maple",
    instructions: "Listing facts",
    schema: objectOf({
      listing: {
        ...objectOf({
          price: integer,
          beds: integer,
          baths: number,
          sqft: integer,
          lotAcres: number,
          yearBuilt: integer,
          hoaMonthly: number,
          status: { type: "string", enum: ["for_sale", "pending", "sold"] },
          garageSpaces: integer,
          agent: objectOf({ name: text, phone: text })
        }),
        required: ["price", "beds", "baths"]
      }
    }),
    html: `<!doctype html><html lang="en-US"><head><title>42 Maple Ave, Dayton, OH | Homes</title></head><body><header><a href="/">Homes</a><a href="/buy">Buy</a><a href="/rent">Rent</a></header><main><h1>42 Maple Ave, Dayton, OH 45409</h1><p><b>$389,900</b> <span class="chip">Pending</span></p><p><span><b>4</b> beds</span> <span><b>2.5</b> baths</span> <span><b>2,184</b> sqft</span></p><p>Est. payment $2,410/mo</p><h2>Facts</h2><ul><li>Lot size: 0.31 acres</li><li>Year built: 1964</li><li>HOA fee: $45 monthly</li><li>Parking: 2-car garage</li><li>Price per sqft: $179</li></ul><h2>Listed by</h2><p>Dana Whitfield, Buckeye Realty<br>(937) 555-0142</p><h2>Price history</h2><table><tr><th>Date</th><th>Event</th><th>Price</th></tr><tr><td>10/02/2026</td><td>Listed</td><td>$399,900</td></tr><tr><td>06/15/2018</td><td>Sold</td><td>$214,000</td></tr></table><h2>Nearby homes</h2><p>51 Maple Ave: $355,000, 3 beds, 2 baths, 1,720 sqft</p></main></body></html>`,
    expected: {
      listing: {
        price: 389900,
        beds: 4,
        baths: 2.5,
        sqft: 2184,
        lotAcres: 0.31,
        yearBuilt: 1964,
        hoaMonthly: 45,
        status: "pending",
        garageSpaces: 2,
        agent: { name: "Dana Whitfield", phone: "(937) 555-0142" }
      }
    }
  },
  {
    id: "stock-quote",
    url: "https://boerse.example/aktie/nordwind",
    instructions: "Kursdaten",
    schema: objectOf({
      name: text,
      isin: text,
      price: number,
      currency: text,
      changePercent: number,
      marketCap: { ...number, description: "Market capitalisation in euros" },
      dividendYieldPercent: number,
      peRatio: number,
      week52High: number
    }),
    html: `<!doctype html><html lang="de"><head><title>Nordwind AG Aktie: Kurs aktuell</title></head><body><nav>DAX 24.112,40 +0,42 % · Gold 3.911,20</nav><main><h1>Nordwind AG</h1><p>ISIN: DE000A1NWD12 · WKN: A1NWD1</p><div class="quote"><span class="last">47,32 EUR</span> <span class="chg">−1,18 %</span></div><dl><dt>Marktkapitalisierung</dt><dd>3,4 Mrd. EUR</dd><dt>Dividendenrendite</dt><dd>2,75 %</dd><dt>KGV</dt><dd>18,6</dd><dt>52-Wochen-Hoch</dt><dd>61,05 EUR</dd><dt>52-Wochen-Tief</dt><dd>39,80 EUR</dd></dl></main></body></html>`,
    expected: {
      name: "Nordwind AG",
      isin: "DE000A1NWD12",
      price: 47.32,
      currency: "EUR",
      changePercent: -1.18,
      marketCap: 3400000000,
      dividendYieldPercent: 2.75,
      peRatio: 18.6,
      week52High: 61.05
    }
  }
]
