import type * as z from 'zod';
import { BatchState, BatchRowState, RowIssue, BatchRowFields, BatchRow, BatchCounts, Batch } from './booking/batch.ts';
import { BatchCursor, BatchRowEdit, BatchRowsEdit } from './booking/batches.ts';
import {
  MobilePhone,
  ConsigneeEmail,
  BookingFields,
  BookingInput,
  MergedBookingInput,
  StoreUpdate,
  PostBooking,
} from './booking/booking.ts';
import { IssueCode, IssueLevel, Issue, Confirmation, Confirmations } from './booking/issues.ts';
import {
  OrderRef,
  OrderRefs,
  LineItem,
  Correction,
  OrderData,
  MergedOrder,
  MergedOrderData,
} from './booking/order-data.ts';
import { RuleTarget, BookingRule, BookingRules, RuleWarning } from './couriers/booking-rules.ts';
import { CityChoice } from './couriers/city-choices.ts';
import {
  AccountHealth,
  CourierAccount,
  NewCourierAccount,
  EditedCourierAccount,
  AccountChoice,
  City,
} from './couriers/courier-accounts.ts';
import { RefusedAccount } from './couriers/courier-health.ts';
import { CourierPush } from './couriers/courier-pushes.ts';
import { ErrorCode, Failure } from './http/errors.ts';
import { Paging, UnfinishedQuery, Pagination, SortDirection } from './http/paging.ts';
import { Scope, Role } from './http/scopes.ts';
import { ImportKind, ImportField } from './imports/import-columns.ts';
import { ImportPreview } from './imports/import-previews.ts';
import { ResultState, ImportRowsQuery } from './imports/import-rows-query.ts';
import { ImportRow, Import, ChosenAccounts, RowResult, StoreFulfilmentState } from './imports/imports.ts';
import { AnalyticsQuery, DeliveryFigures, SeriesStep } from './shipments/analytics.ts';
import {
  AttentionKind,
  AttentionAction,
  AttentionItem,
  AttentionGroup,
  AttentionQuery,
  Resolution,
} from './shipments/attention.ts';
import { DifferenceKind, DifferenceRepairKind } from './shipments/difference-kinds.ts';
import {
  Difference,
  Comparison,
  DifferencesQuery,
  DismissalReason,
  DifferenceRepair,
  RepairsQuery,
} from './shipments/differences.ts';
import { ExportColumn } from './shipments/export-columns.ts';
import { ExportFormat, ExportChoice, ExportFilter, OrderExport } from './shipments/exports.ts';
import { StatusFilter, CourierFilter } from './shipments/filter-values.ts';
import { PrintKind, PaperSize, ShipmentIds, PrintNote, LabelPrint, Ticket } from './shipments/labels.ts';
import { LoadSheet, WaitingParcels, SkippedParcel } from './shipments/load-sheets.ts';
import {
  OrderColumn,
  OrderColumns,
  OrderViewSearch,
  OrderView,
  StoreOrderView,
  SavedView,
} from './shipments/order-views.ts';
import { PrintedPapers } from './shipments/printed-papers.ts';
import { TrackingLanguage, ShopLogo, TypedNumber } from './shipments/public-tracking.ts';
import {
  DaysOperator,
  ParcelsToDo,
  ShipmentsQuery,
  ShipmentsRequest,
  ShipmentsMatchFields,
  ShipmentsMatch,
  ShipmentsFilter,
} from './shipments/shipment-filters.ts';
import { ShipmentSelection, SkippedReason, NamedShipment, SelectedShipments } from './shipments/shipment-selection.ts';
import { ShipmentsSort, ShipmentsOrder } from './shipments/shipment-sorts.ts';
import { ShipmentTaskKind, TaskRowState, ShipmentTask, ShipmentTaskRow } from './shipments/shipment-tasks.ts';
import { ShipmentRow, TrackingDetail, ExpectedDelivery, TrackedOrder, HistoryEntry } from './shipments/shipments.ts';
import { TrackingCheck } from './shipments/tracking-checks.ts';
import { AuditGroup } from './shop/audit-groups.ts';
import { AuditActorKind, AuditEvent, AuditActor, AuditFilter } from './shop/audit.ts';
import { CustomerMailKind, CustomerMailSetting, CustomerMailInput } from './shop/customer-mails.ts';
import { Passkey, PasskeyName } from './shop/passkeys.ts';
import { NewPasswordTwice } from './shop/password-resets.ts';
import { NewPassword, ConfirmPassword } from './shop/passwords.ts';
import { FoundParcel, FoundOrder, FoundCustomer } from './shop/search.ts';
import { Profile, OwnShop, OwnSession } from './shop/sessions.ts';
import { OrderTags, Settings, OrderTagsInput, SettingsInput } from './shop/settings.ts';
import {
  LabelPart,
  SheetPart,
  LabelSettings,
  TrackingPageSettings,
  ShopLook,
  LabelSettingsInput,
  AccentColour,
  TrackingPageInput,
} from './shop/shop-look.ts';
import { StaffStats, StaffFlag } from './shop/staff.ts';
import { StoreClosure, StoreState } from './shop/store-closure.ts';
import { Plan, PaidPlan } from './shop/subscriptions.ts';
import { ToDoKind, ChecklistStep } from './shop/to-do.ts';
import { IdentityProof, RecoveryCodes, RememberedDevice } from './shop/two-factor.ts';
import { ShopUser, UserToEdit, NewShopUser, EditedShopUser, ListedUser, OwnPasswordChange } from './shop/users.ts';
import { Transports, CreationOptions, SigningOptions, CreatedPasskey, SignedPasskey } from './shop/webauthn.ts';
import { StoreImport } from './store-orders/store-import.ts';
import {
  StoreOrdersTab,
  ProblemInShop,
  OrderProblem,
  StoreOrdersSort,
  PaymentFilter,
  AgeOperator,
  StoreOrdersFilter,
  StoreOrdersQuery,
  StoreOrdersMatch,
  StoreOrderViewSearch,
} from './store-orders/store-order-filters.ts';
import { StoreOrderSelection } from './store-orders/store-order-queue.ts';
import {
  StoreOrderPayment,
  EarlierParcels,
  StoreOrderRow,
  SuggestionDifference,
  MergeSuggestion,
} from './store-orders/store-orders.ts';
import { RelativeRange } from './values/relative-ranges.ts';
import { Company, CourierName } from './values/companies.ts';
import { Instant, Day } from './values/dates.ts';
import { Id, IdParams, Revision, TrackingNumber } from './values/ids.ts';
import { Money } from './values/money.ts';
import { ShipmentStatus, BookingState, ParcelTrouble, PaymentStatus } from './values/statuses.ts';
import { WeightSource } from './values/weights.ts';

/** Schemas that have a name in the OpenAPI document, so that clients get types of these names. */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
  AccentColour,
  AccountChoice,
  AccountHealth,
  AgeOperator,
  AnalyticsQuery,
  AttentionAction,
  AttentionGroup,
  AttentionItem,
  AttentionKind,
  AttentionQuery,
  AuditActor,
  AuditActorKind,
  AuditEvent,
  AuditFilter,
  AuditGroup,
  Batch,
  BatchCounts,
  BatchCursor,
  BatchRow,
  BatchRowEdit,
  BatchRowFields,
  BatchRowState,
  BatchRowsEdit,
  BatchState,
  BookingFields,
  BookingInput,
  BookingRule,
  BookingRules,
  BookingState,
  ChecklistStep,
  ChosenAccounts,
  City,
  CityChoice,
  Company,
  Comparison,
  ConfirmPassword,
  Confirmation,
  Confirmations,
  ConsigneeEmail,
  Correction,
  CourierAccount,
  CourierFilter,
  CourierName,
  CourierPush,
  CreatedPasskey,
  CreationOptions,
  CustomerMailInput,
  CustomerMailKind,
  CustomerMailSetting,
  Day,
  DaysOperator,
  DeliveryFigures,
  Difference,
  DifferenceKind,
  DifferenceRepair,
  DifferenceRepairKind,
  DifferencesQuery,
  DismissalReason,
  EarlierParcels,
  EditedCourierAccount,
  EditedShopUser,
  ErrorCode,
  ExpectedDelivery,
  ExportChoice,
  ExportColumn,
  ExportFilter,
  ExportFormat,
  Failure,
  FoundCustomer,
  FoundOrder,
  FoundParcel,
  HistoryEntry,
  Id,
  IdParams,
  IdentityProof,
  Import,
  ImportField,
  ImportKind,
  ImportPreview,
  ImportRow,
  ImportRowsQuery,
  Instant,
  Issue,
  IssueCode,
  IssueLevel,
  LabelPart,
  LabelPrint,
  LabelSettings,
  LabelSettingsInput,
  LineItem,
  ListedUser,
  LoadSheet,
  MergeSuggestion,
  MergedBookingInput,
  MergedOrder,
  MergedOrderData,
  MobilePhone,
  Money,
  NamedShipment,
  NewCourierAccount,
  NewPassword,
  NewPasswordTwice,
  NewShopUser,
  OrderColumn,
  OrderColumns,
  OrderData,
  OrderExport,
  OrderProblem,
  OrderRef,
  OrderRefs,
  OrderTags,
  OrderTagsInput,
  OrderView,
  OrderViewSearch,
  OwnPasswordChange,
  OwnSession,
  OwnShop,
  Pagination,
  Paging,
  PaidPlan,
  PaperSize,
  ParcelTrouble,
  ParcelsToDo,
  Passkey,
  PasskeyName,
  PaymentFilter,
  PaymentStatus,
  Plan,
  PostBooking,
  PrintKind,
  PrintNote,
  PrintedPapers,
  ProblemInShop,
  Profile,
  RecoveryCodes,
  RefusedAccount,
  RelativeRange,
  RememberedDevice,
  RepairsQuery,
  Resolution,
  ResultState,
  Revision,
  Role,
  RowIssue,
  RowResult,
  RuleTarget,
  RuleWarning,
  SavedView,
  Scope,
  SelectedShipments,
  SeriesStep,
  Settings,
  SettingsInput,
  SheetPart,
  ShipmentIds,
  ShipmentRow,
  ShipmentSelection,
  ShipmentStatus,
  ShipmentTask,
  ShipmentTaskKind,
  ShipmentTaskRow,
  ShipmentsFilter,
  ShipmentsMatch,
  ShipmentsMatchFields,
  ShipmentsOrder,
  ShipmentsQuery,
  ShipmentsRequest,
  ShipmentsSort,
  ShopLogo,
  ShopLook,
  ShopUser,
  SignedPasskey,
  SigningOptions,
  SkippedParcel,
  SkippedReason,
  SortDirection,
  StaffFlag,
  StaffStats,
  StatusFilter,
  StoreClosure,
  StoreFulfilmentState,
  StoreImport,
  StoreOrderPayment,
  StoreOrderRow,
  StoreOrderSelection,
  StoreOrderView,
  StoreOrderViewSearch,
  StoreOrdersFilter,
  StoreOrdersMatch,
  StoreOrdersQuery,
  StoreOrdersSort,
  StoreOrdersTab,
  StoreState,
  StoreUpdate,
  SuggestionDifference,
  TaskRowState,
  Ticket,
  ToDoKind,
  TrackedOrder,
  TrackingCheck,
  TrackingDetail,
  TrackingLanguage,
  TrackingNumber,
  TrackingPageInput,
  TrackingPageSettings,
  Transports,
  TypedNumber,
  UnfinishedQuery,
  UserToEdit,
  WaitingParcels,
  WeightSource,
};
