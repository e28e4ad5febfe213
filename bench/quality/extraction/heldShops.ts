/** Shops and prices, held out: written before the rules, and never looked at when they are changed. */
import { address, flag, integer, listOf, number, objectOf, type SamplePage, text, texts } from "./SamplePage.ts"

export const heldShops: ReadonlyArray<SamplePage> = [
  {
    id: "shop-jsonld",
    url: "https://kettle.example/products/stovetop-1l",
    instructions: "Product details",
    schema: objectOf({
      name: text,
      price: number,
      currency: text,
      sku: text,
      brand: text,
      inStock: flag,
      rating: number
    }),
    html: `<!doctype html><html lang="en"><head><title>Stovetop Kettle 1 L – Kettle &amp; Co</title>
<meta property="og:title" content="Stovetop Kettle 1 L"><meta property="og:type" content="product">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"Home"},{"@type":"ListItem","position":2,"name":"Kettles"}]},
{"@type":"Product","name":"Stovetop Kettle 1 L","sku":"KT-1000-S","brand":{"@type":"Brand","name":"Fjellvann"},"offers":{"@type":"Offer","price":"64.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"},"aggregateRating":{"@type":"AggregateRating","ratingValue":4.6,"reviewCount":212}}]}</script></head>
<body><nav><a href="/">Home</a> <a href="/kettles">Kettles</a></nav><main><h1>Stovetop Kettle 1 L</h1><p class="p">64,50 €</p><p>In stock, ships in 2 days.</p>
<section><h2>You may also like</h2><div><a href="/products/a">Enamel Pot</a><span>29,00 €</span></div><div><a href="/products/b">Tea Strainer</a><span>9,50 €</span></div></section></main></body></html>`,
    expected: {
      name: "Stovetop Kettle 1 L",
      price: 64.5,
      currency: "EUR",
      sku: "KT-1000-S",
      brand: "Fjellvann",
      inStock: true,
      rating: 4.6
    }
  },
  {
    id: "shop-plain",
    url: "https://woodwork.example/item/3391",
    instructions: "Watch the price and availability of this chair",
    schema: objectOf({
      title: text,
      price: number,
      oldPrice: number,
      availability: text,
      material: text,
      weightKg: number
    }),
    html: `<!doctype html><html lang="en"><head><title>Ash dining chair | Woodwork</title></head><body><header><a href="/">Woodwork</a><a href="/cart">Cart (0) $0.00</a></header>
<main><h1>Ash dining chair</h1><div class="buy"><del>$240.00</del> <ins>$189.00</ins><div class="stock">Sold out</div><button>Notify me</button></div>
<dl><dt>Material</dt><dd>Solid ash, oiled</dd><dt>Weight</dt><dd>4.8 kg</dd><dt>Dimensions</dt><dd>46 × 52 × 81 cm</dd></dl></main>
<footer>Free shipping over $100</footer></body></html>`,
    expected: {
      title: "Ash dining chair",
      price: 189,
      oldPrice: 240,
      availability: "Sold out",
      material: "Solid ash, oiled",
      weightKg: 4.8
    }
  },
  {
    id: "pricing-cards",
    url: "https://ledgerly.example/pricing",
    instructions: "All plans with their monthly price and what is included",
    schema: objectOf({ plans: listOf({ name: text, monthlyPrice: number, features: texts }) }),
    html: `<!doctype html><html lang="en"><head><title>Pricing – Ledgerly</title></head><body><nav><ul><li><a href="/">Home</a></li><li><a href="/pricing">Pricing</a></li><li><a href="/login">Log in</a></li></ul></nav>
<main><h1>Simple pricing</h1><p>Start free, upgrade any time.</p><div class="grid">
<div class="card"><h3>Solo</h3><p class="amount"><span>$12</span> / month</p><ul><li>1 user</li><li>50 invoices a month</li></ul><a href="/signup?p=solo">Start trial</a></div>
<div class="card"><h3>Team</h3><p class="amount"><span>$39</span> / month</p><ul><li>5 users</li><li>Unlimited invoices</li><li>Bank sync</li></ul><a href="/signup?p=team">Start trial</a></div>
<div class="card"><h3>Firm</h3><p class="amount"><span>$99</span> / month</p><ul><li>25 users</li><li>Audit log</li></ul><a href="/signup?p=firm">Start trial</a></div></div>
<h2>Questions</h2><p>Can I cancel? Yes, at any time.</p></main><footer><a href="/terms">Terms</a></footer></body></html>`,
    expected: {
      plans: [
        { name: "Solo", monthlyPrice: 12, features: ["1 user", "50 invoices a month"] },
        { name: "Team", monthlyPrice: 39, features: ["5 users", "Unlimited invoices", "Bank sync"] },
        { name: "Firm", monthlyPrice: 99, features: ["25 users", "Audit log"] }
      ]
    }
  },
  {
    id: "listing-grid",
    url: "https://spokes.example/bikes?sort=price",
    instructions: "Bikes on offer",
    schema: objectOf({ products: listOf({ name: text, price: number, url: address }) }),
    html: `<!doctype html><html lang="en"><head><title>Bikes</title></head><body><main><h1>City bikes</h1><p>48 results</p><ul class="products">
<li><a href="/bikes/one"><img src="/1.jpg" alt=""><h2>Commuter One</h2></a><span class="price">£549.00</span><span>★ 4.2</span></li>
<li><a href="/bikes/step"><img src="/2.jpg" alt=""><h2>Step-Through 7</h2></a><span class="price">£1,199.00</span><span>★ 4.8</span></li>
<li><a href="/bikes/cargo"><img src="/3.jpg" alt=""><h2>Cargo Long</h2></a><span class="price">£3,450.00</span><span>★ 4.5</span></li></ul>
<a href="?page=2">Next</a></main></body></html>`,
    expected: {
      products: [
        { name: "Commuter One", price: 549, url: "https://spokes.example/bikes/one" },
        { name: "Step-Through 7", price: 1199, url: "https://spokes.example/bikes/step" },
        { name: "Cargo Long", price: 3450, url: "https://spokes.example/bikes/cargo" }
      ]
    }
  },
  {
    id: "shop-german",
    url: "https://lampenladen.example/p/bogen",
    instructions: "Preis, Lieferzeit und Hersteller der Lampe",
    schema: objectOf({
      name: text,
      price: { type: "number", description: "Preis in Euro" },
      manufacturer: text,
      deliveryTime: text,
      articleNumber: text
    }),
    html: `<!doctype html><html lang="de"><head><title>Bogenleuchte „Halm“ – Lampenladen</title></head><body><main><h1>Bogenleuchte „Halm“</h1>
<p><strong>1.249,00 €</strong> <small>inkl. MwSt., zzgl. Versand</small></p><p>Lieferzeit: 3–5 Werktage</p>
<table><tr><th>Hersteller</th><td>Nordlicht Manufaktur</td></tr><tr><th>Artikelnummer</th><td>NL-7781</td></tr><tr><th>Leuchtmittel</th><td>E27, max. 60 W</td></tr></table></main></body></html>`,
    expected: {
      name: "Bogenleuchte „Halm“",
      price: 1249,
      manufacturer: "Nordlicht Manufaktur",
      deliveryTime: "3–5 Werktage",
      articleNumber: "NL-7781"
    }
  },
  {
    id: "shop-broken-jsonld",
    url: "https://grind.example/grinders/g2",
    instructions: "",
    schema: objectOf({ name: text, price: number, currency: text, reviewCount: integer }),
    html: `<!doctype html><html><head><title>G2 Hand Grinder</title><script type="application/ld+json">
{ "@context": "http://schema.org", "@type": "Product", "name": "G2 Hand Grinder", // main product
  "offers": [{ "@type": "Offer", "price": "159,00", "priceCurrency": "USD", }],
  "aggregateRating": {"@type":"AggregateRating","ratingValue":"4,7","reviewCount":"1.204"}, }
</script></head><body><h1>G2 Hand Grinder</h1><p>$159.00</p><p>1,204 reviews</p></body></html>`,
    expected: { name: "G2 Hand Grinder", price: 159, currency: "USD", reviewCount: 1204 }
  },
  {
    id: "rates-table",
    url: "https://bank.example/savings/rates",
    instructions: "Interest rates of the savings accounts",
    schema: objectOf({ accounts: listOf({ account: text, rate: number, minimumDeposit: number }) }),
    html: `<!doctype html><html lang="en"><head><title>Savings rates</title></head><body><main><h1>Savings rates</h1><p>Rates from 2 November 2026.</p>
<table><caption>Accounts</caption><thead><tr><th>Account</th><th>Rate (AER)</th><th>Minimum deposit</th></tr></thead><tbody>
<tr><td>Easy Saver</td><td>2.10%</td><td>£1</td></tr><tr><td>Fixed 1 Year</td><td>3.85%</td><td>£1,000</td></tr><tr><td>Fixed 3 Year</td><td>4.05%</td><td>£5,000</td></tr></tbody></table></main></body></html>`,
    expected: {
      accounts: [
        { account: "Easy Saver", rate: 2.1, minimumDeposit: 1 },
        { account: "Fixed 1 Year", rate: 3.85, minimumDeposit: 1000 },
        { account: "Fixed 3 Year", rate: 4.05, minimumDeposit: 5000 }
      ]
    }
  },
  {
    id: "plan-matrix",
    url: "https://hostly.example/plans",
    instructions: "Compare plans",
    schema: objectOf({ plans: listOf({ plan: text, price: number, storageGb: number, backups: flag }) }),
    html: `<!doctype html><html lang="en"><head><title>Plans</title></head><body><main><h1>Plans</h1><table><thead><tr><th></th><th>Small</th><th>Medium</th><th>Large</th></tr></thead>
<tbody><tr><th scope="row">Price</th><td>$5/mo</td><td>$18/mo</td><td>$60/mo</td></tr><tr><th scope="row">Storage</th><td>20 GB</td><td>80 GB</td><td>1 TB</td></tr><tr><th scope="row">Backups</th><td>No</td><td>Yes</td><td>Yes</td></tr></tbody></table></main></body></html>`,
    expected: {
      plans: [
        { plan: "Small", price: 5, storageGb: 20, backups: false },
        { plan: "Medium", price: 18, storageGb: 80, backups: true },
        { plan: "Large", price: 60, storageGb: 1000, backups: true }
      ]
    }
  },
  {
    id: "state-json",
    url: "https://sneaks.example/p/aero",
    instructions: "Sizes and price",
    schema: objectOf({ name: text, price: number, sizes: texts, color: text }),
    html: `<!doctype html><html lang="en"><head><title>Aero Runner</title></head><body><div id="__next"><h1>Aero Runner</h1><p>Color: Moss</p><p>$120</p></div>
<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"product":{"id":881,"name":"Aero Runner","price":120,"currency":"USD","color":"Moss","sizes":["40","41","42.5"]},"locale":"en"}},"page":"/p/[slug]","buildId":"x1"}</script></body></html>`,
    expected: { name: "Aero Runner", price: 120, sizes: ["40", "41", "42.5"], color: "Moss" }
  },
  {
    id: "shop-french",
    url: "https://velo.example/sacoche",
    instructions: "Prix et disponibilité",
    schema: objectOf({ nom: text, prix: number, disponibilite: text, couleur: text }),
    html: `<!doctype html><html lang="fr"><head><title>Sacoche avant 12 L</title></head><body><main><h1>Sacoche avant 12 L</h1><div><span>Prix</span> <b>79,90 €</b></div><div><span>Disponibilité</span> <b>En stock</b></div><div><span>Couleur</span> <b>Vert sapin</b></div></main></body></html>`,
    expected: { nom: "Sacoche avant 12 L", prix: 79.9, disponibilite: "En stock", couleur: "Vert sapin" }
  },
  {
    id: "shop-japanese",
    url: "https://cha.example/item/sencha",
    instructions: "商品の価格",
    schema: objectOf({
      name: { type: "string", description: "商品名" },
      price: { type: "integer", description: "価格" },
      origin: { type: "string", description: "産地" },
      weight: { type: "string", description: "内容量" }
    }),
    html: `<!doctype html><html lang="ja"><head><title>煎茶 やぶきた</title></head><body><main><h1>煎茶 やぶきた</h1><table><tr><th>価格</th><td>1,620円（税込）</td></tr><tr><th>産地</th><td>静岡県</td></tr><tr><th>内容量</th><td>100g</td></tr></table></main></body></html>`,
    expected: { name: "煎茶 やぶきた", price: 1620, origin: "静岡県", weight: "100g" }
  }
]
