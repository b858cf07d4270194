/** GraphQL texts for fulfilments. See operations.ts. */

import { fulfillmentOrder, fulfillmentOrderLine } from './fulfilment-order-fields.ts';

const fulfillmentFields = `
fragment FulfillmentFields on Fulfillment {
  id
  status
  displayStatus
  trackingInfo(first: 25) { number }
  fulfillmentLineItems(first: 50) {
    nodes { quantity lineItem { id } }
    pageInfo { hasNextPage endCursor }
  }
}
`;

export const OrderFulfillmentState = `
query OrderFulfillmentState($id: ID!, $fulfillments: Int!) {
  order(id: $id) {
    id
    cancelledAt
    fulfillmentOrders(first: 20) {
      nodes { ...FulfillmentOrderFields }
      pageInfo { hasNextPage endCursor }
    }
    fulfillments(first: $fulfillments) { ...FulfillmentFields }
  }
}
${fulfillmentOrder}${fulfillmentFields}`;

/** `Order.fulfillments` has no cursor: of an order with many, first the ids are read, then the rest in pages of ids. */
export const FulfillmentIds = `
query FulfillmentIds($id: ID!) {
  order(id: $id) {
    fulfillments(first: 250) { id }
  }
}
`;

export const FulfillmentsByIds = `
query FulfillmentsByIds($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on Fulfillment { ...FulfillmentFields }
  }
}
${fulfillmentFields}`;

export const FulfillmentOrdersPage = `
query FulfillmentOrdersPage($id: ID!, $after: String!) {
  order(id: $id) {
    fulfillmentOrders(first: 20, after: $after) {
      nodes { ...FulfillmentOrderFields }
      pageInfo { hasNextPage endCursor }
    }
  }
}
${fulfillmentOrder}`;

export const FulfillmentOrderLinesPage = `
query FulfillmentOrderLinesPage($id: ID!, $after: String!) {
  fulfillmentOrder(id: $id) {
    lineItems(first: 250, after: $after) {
      nodes { ...FulfillmentOrderLine }
      pageInfo { hasNextPage endCursor }
    }
  }
}
${fulfillmentOrderLine}`;

export const FulfillmentLinesPage = `
query FulfillmentLinesPage($id: ID!, $after: String!) {
  fulfillment(id: $id) {
    fulfillmentLineItems(first: 250, after: $after) {
      nodes { quantity lineItem { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
}
`;

export const CreateFulfillment = `
mutation CreateFulfillment($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id }
    userErrors { field message }
  }
}
`;

export const CancelFulfillment = `
mutation CancelFulfillment($id: ID!) {
  fulfillmentCancel(id: $id) {
    fulfillment { id }
    userErrors { field message }
  }
}
`;

export const CreateFulfillmentEvent = `
mutation CreateFulfillmentEvent($event: FulfillmentEventInput!) {
  fulfillmentEventCreate(fulfillmentEvent: $event) {
    fulfillmentEvent { id }
    userErrors { field message }
  }
}
`;
