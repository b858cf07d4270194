/** The fields that we read of a fulfilment order, for several operations. */

/** Without the lines: an export nests connections two levels deep at most. */
export const fulfillmentOrderFacts = `
fragment FulfillmentOrderFacts on FulfillmentOrder {
  id
  status
  requestStatus
  fulfillAt
  supportedActions { action }
  fulfillmentHolds { displayReason }
  deliveryMethod { methodType }
  assignedLocation { name location { id } }
}
`;

const fulfillmentOrderWithLines = `
fragment FulfillmentOrderFields on FulfillmentOrder {
  ...FulfillmentOrderFacts
  lineItems(first: 50) {
    nodes { ...FulfillmentOrderLine }
    pageInfo { hasNextPage endCursor }
  }
}
`;

export const fulfillmentOrderLine = `
fragment FulfillmentOrderLine on FulfillmentOrderLineItem {
  id
  remainingQuantity
  lineItem { id }
}
`;

/** With the first of its lines. */
export const fulfillmentOrder = `${fulfillmentOrderFacts}${fulfillmentOrderWithLines}${fulfillmentOrderLine}`;
