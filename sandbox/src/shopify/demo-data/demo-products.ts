type DemoProduct = {
  title: string;
  vendor: string;
  price: number;
  /** Weight of one, packed. */
  grams: number;
  variants: readonly string[];
  sku: string;
  /** Shown on the picture. */
  colour: string;
};

/** Prices in rupees. */
export const products: readonly DemoProduct[] = [
  {
    title: 'Embroidered lawn suit, 3 piece',
    vendor: 'Gul Ahmed',
    price: 4990,
    grams: 650,
    variants: ['Small', 'Medium', 'Large'],
    sku: 'LWN-3P',
    colour: '#b4375f',
  },
  {
    title: 'Khaddar kurta',
    vendor: 'Khaadi',
    price: 2490,
    grams: 450,
    variants: ['S', 'M', 'L', 'XL'],
    sku: 'KHD-KT',
    colour: '#6a4c93',
  },
  {
    title: 'Peshawari chappal',
    vendor: 'Charsadda Leather',
    price: 3200,
    grams: 900,
    variants: ['7', '8', '9', '10', '11'],
    sku: 'PSH-CH',
    colour: '#8a5a34',
  },
  {
    title: 'Wash & wear shalwar kameez fabric',
    vendor: 'Bonanza',
    price: 2850,
    grams: 800,
    variants: ['White', 'Sky blue', 'Charcoal'],
    sku: 'WNW-FB',
    colour: '#3a6ea5',
  },
  {
    title: 'Wireless earbuds',
    vendor: 'Audionic',
    price: 3999,
    grams: 150,
    variants: ['Black', 'White'],
    sku: 'AUD-EB',
    colour: '#2f3640',
  },
  {
    title: 'Smart watch 1.9 inch',
    vendor: 'Zero',
    price: 5490,
    grams: 200,
    variants: ['Black', 'Rose gold'],
    sku: 'ZRO-SW',
    colour: '#4a4e69',
  },
  {
    title: 'Vitamin C face serum 30 ml',
    vendor: 'Conatural',
    price: 1350,
    grams: 90,
    variants: [],
    sku: 'VTC-30',
    colour: '#e09f3e',
  },
  {
    title: 'Rose water 120 ml',
    vendor: 'Saeed Ghani',
    price: 320,
    grams: 160,
    variants: [],
    sku: 'RSW-12',
    colour: '#d46a92',
  },
  {
    title: 'Oud attar 12 ml',
    vendor: 'J.',
    price: 1850,
    grams: 70,
    variants: ['Oud', 'Musk'],
    sku: 'ATR-12',
    colour: '#5f4b32',
  },
  {
    title: 'Cotton bed sheet set, king',
    vendor: 'ChenOne',
    price: 3650,
    grams: 1600,
    variants: ['Blue', 'Beige', 'Floral'],
    sku: 'BED-KG',
    colour: '#4f7cac',
  },
  {
    title: 'Non-stick karahi 28 cm',
    vendor: 'Sonex',
    price: 2799,
    grams: 1900,
    variants: [],
    sku: 'SNX-28',
    colour: '#444b54',
  },
  {
    title: 'Multani mitti face pack',
    vendor: 'Saeed Ghani',
    price: 275,
    grams: 220,
    variants: [],
    sku: 'MLT-FP',
    colour: '#c08457',
  },
  {
    title: 'Ajrak shawl, handmade',
    vendor: 'Hala Crafts',
    price: 2150,
    grams: 550,
    variants: ['Red', 'Indigo'],
    sku: 'AJR-SH',
    colour: '#8f1d2c',
  },
  {
    title: 'Phone case with ring',
    vendor: 'Rock',
    price: 650,
    grams: 60,
    variants: ['iPhone 15', 'Galaxy A55', 'Redmi Note 13'],
    sku: 'CSE-RG',
    colour: '#3d5a80',
  },
  {
    title: 'Power bank 20000 mAh',
    vendor: 'Faster',
    price: 4250,
    grams: 480,
    variants: ['Black', 'White'],
    sku: 'PWB-20',
    colour: '#22333b',
  },
  {
    title: 'School bag',
    vendor: 'Skytech',
    price: 1990,
    grams: 850,
    variants: ['Navy', 'Pink', 'Black'],
    sku: 'SCH-BG',
    colour: '#2a6f97',
  },
  {
    title: 'Dry fruit gift box 1 kg',
    vendor: 'Hunza Organics',
    price: 3450,
    grams: 1250,
    variants: [],
    sku: 'DRY-1K',
    colour: '#9c6644',
  },
  {
    title: 'Himalayan salt lamp',
    vendor: 'Khewra Crafts',
    price: 1750,
    grams: 3600,
    variants: ['Natural 3 kg', 'Globe 4 kg'],
    sku: 'SLT-LP',
    colour: '#e07a5f',
  },
  {
    title: "Girls' frock with lace",
    vendor: 'Minnie Minors',
    price: 2290,
    grams: 300,
    variants: ['2-3 years', '4-5 years', '6-7 years'],
    sku: 'FRK-LC',
    colour: '#e5989b',
  },
  {
    title: 'Stainless steel water bottle 750 ml',
    vendor: 'Homeage',
    price: 1190,
    grams: 420,
    variants: ['Steel', 'Matte black'],
    sku: 'BTL-75',
    colour: '#52796f',
  },
];

export function pictureOf(index: number): string {
  return `/shopify/images/product-${index + 1}.svg`;
}
