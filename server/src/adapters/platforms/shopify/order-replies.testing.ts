/** Orders as Shopify answers them. */
export function anOrderReply(given: Record<string, unknown> = {}) {
  return {
    __typename: 'Order',
    id: 'gid://shopify/Order/5678901234',
    name: '#1001',
    number: 1001,
    createdAt: '2026-11-01T08:00:00Z',
    updatedAt: '2026-11-02T09:30:00Z',
    closedAt: null,
    cancelledAt: null,
    test: false,
    tags: ['cod', 'lahore'],
    note: 'Call before delivery',
    email: 'ali@example.com',
    phone: '+923001234567',
    currencyCode: 'PKR',
    displayFinancialStatus: 'PENDING',
    displayFulfillmentStatus: 'UNFULFILLED',
    requiresShipping: true,
    taxesIncluded: true,
    paymentGatewayNames: ['Cash on Delivery (COD)'],
    discountCodes: ['EID'],
    subtotalPriceSet: money('2300.5'),
    currentShippingPriceSet: money('200.0'),
    totalDiscountsSet: money('100.0'),
    totalTaxSet: null,
    currentTotalPriceSet: money('2500.5'),
    totalOutstandingSet: money('2500.5'),
    currentTotalWeight: '1500',
    shippingAddress: {
      name: 'Ali Raza',
      firstName: 'Ali',
      lastName: 'Raza',
      company: null,
      address1: 'House 5, Street 2',
      address2: 'Gulberg III',
      city: 'Lahor',
      province: 'Punjab',
      zip: '54000',
      country: 'Pakistan',
      phone: '0300 1234567',
    },
    lineItems: { nodes: [aLineReply(1)], pageInfo: { hasNextPage: false, endCursor: 'x' } },
    fulfillmentOrders: { nodes: [], pageInfo: { hasNextPage: false, endCursor: 'x' } },
    ...given,
  };
}

/** What an app without approval for level 2 gets: docs/contracts/shopify.md, "Protected customer data". */
export function aProtectedOrderReply() {
  return anOrderReply({
    note: null,
    email: null,
    phone: null,
    displayFinancialStatus: null,
    subtotalPriceSet: null,
    totalDiscountsSet: null,
    shippingAddress: null,
  });
}

export function aLineReply(number: number, given: Record<string, unknown> = {}) {
  return {
    id: `gid://shopify/LineItem/${number}`,
    title: 'Lawn suit',
    variantTitle: 'Blue / M',
    sku: 'LS-1',
    quantity: 3,
    currentQuantity: 2,
    unfulfilledQuantity: 2,
    requiresShipping: true,
    image: { url: 'https://cdn.shopify.com/1.jpg' },
    originalUnitPriceSet: money('1150.25'),
    discountedUnitPriceAfterAllDiscountsSet: money('1035.25'),
    taxLines: [],
    weight: { unit: 'KILOGRAMS', value: 0.75 },
    ...given,
  };
}

function money(amount: string) {
  return { shopMoney: { amount } };
}
