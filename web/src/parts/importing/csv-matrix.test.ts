import { fieldsToChoose, type ImportKind } from '@courierdesk/contract/import-columns';
import type { CheckedRow } from '@courierdesk/contract/checked-row';
import { checkRows } from '@courierdesk/contract/check-rows.testing';
import { describe, expect, it } from 'vitest';
import { CsvProblem } from './csv-problem.ts';
import { readCsv } from './read-csv.ts';
import { rowsOf, sheetOf } from './sheet.ts';

/** A file and its result: each row as `line number value`, or the error message. */
type Case = readonly [what: string, file: string | Uint8Array, expected: readonly string[] | string];

function read(kind: ImportKind, file: string | Uint8Array): readonly string[] | string {
  try {
    const sheet = sheetOf(kind, readCsv(typeof file === 'string' ? new TextEncoder().encode(file) : file, kind));
    const missing = fieldsToChoose(kind, sheet);
    if (missing.length > 0)
      return `choose: ${missing.map(({ label }) => label).join(', ')} of ${sheet.headings.join(' | ')}`;
    return checkRows(kind, rowsOf(kind, sheet, sheet.columns), sheet.company ?? '').map(shown);
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    return `${error.message}. ${error.detail}`;
  }
}

const shown = ({ line, state, reason, cells, alsoSays }: CheckedRow): string =>
  state === 'waiting'
    ? [
        line,
        cells.order_name,
        cells.tracking_number,
        cells.company,
        cells.payment_status,
        cells.amount,
        cells.cod_amount && `of ${cells.cod_amount}`,
        cells.paid_date,
        cells.reference,
        alsoSays && `but ${alsoSays}`,
      ]
        .filter((cell) => cell !== '')
        .join(' ')
    : `${line} ${state}: ${reason}`;

const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

const payments: readonly Case[] = [
  ['plain', 'Tracking Number,Payment Status\nLE750000001,PAID\n', ['2 LE750000001 PAID']],
  ['no last line break', 'tracking_number,payment_status\nLE750000001,UNPAID', ['2 LE750000001 UNPAID']],
  ['CRLF', 'Tracking #,Payment Status\r\nLE750000001,PAID\r\n', ['2 LE750000001 PAID']],
  ['CR alone', 'Tracking No,Status\rLE750000001,PAID\r', ['2 LE750000001 PAID']],
  [
    'headings that end in CRLF and rows in LF',
    'CN,Paid,Courier\r\nA0001,PAID\nA0002,PAID,TCS\nA0003,UNPAID\n',
    ['2 A0001 PAID', '3 A0002 TCS PAID', '4 A0003 UNPAID'],
  ],
  [
    'every line ending in one file',
    'CN,Paid\rA0001,PAID\r\nA0002,PAID\nA0003,PAID\rA0004,PAID',
    ['2 A0001 PAID', '3 A0002 PAID', '4 A0003 PAID', '5 A0004 PAID'],
  ],
  [
    'a line with values in other columns alone',
    'CN,Paid,City\n,,Lahore\nA0002,PAID,\nPrepared by Ali\n',
    ['2 failed: The tracking number is missing', '3 A0002 PAID', '4 failed: “Prepared by Ali” is no tracking number'],
  ],
  [
    'two lines in one quoted cell',
    'CN,Paid,Courier\n"A0001\nA0002",PAID,\nA0003,"PA\nID",\nA0004,PAID,"Leopards\nA0005"\n',
    [
      '2 failed: “A0001 A0002” is no tracking number',
      '4 failed: “PA ID” is neither PAID nor UNPAID',
      '6 failed: “Leopards A0005” is not a courier',
    ],
  ],
  [
    'words in another script beside PAID',
    'CN,Paid\nA0001,نہیں paid\nA0002,PAID ✓\n',
    ['2 failed: “نہیں paid” is neither PAID nor UNPAID', '3 A0002 PAID'],
  ],
  [
    'an emoji where a text is cut',
    `CN,Paid\n${'A'.repeat(38)}🚚🚚,PAID\n`,
    [`2 failed: “${'A'.repeat(38)}…” is no tracking number`],
  ],
  [
    'a null character far down',
    `CN,Paid\n${'A0001,PAID\n'.repeat(1)}${'\n'.repeat(5000)}A00\u000002,PAID\n`,
    ['2 A0001 PAID', '5003 failed: The tracking number has a character that cannot be saved: type it again'],
  ],
  ['byte order mark', '\ufeffCN,Paid\nLE750000001,yes\n', ['2 LE750000001 PAID']],
  ['UTF-16 of Excel’s "Unicode text"', utf16('CN\tPaid\r\nLE750000001\tYes\r\n'), ['2 LE750000001 PAID']],
  [
    'UTF-16 of a database, without a mark',
    new Uint8Array(Buffer.from('گاہک,CN,Paid\nعائشہ,LE750000001,Yes\n', 'utf16le')),
    ['2 LE750000001 PAID'],
  ],
  [
    'UTF-16 of a database, with the other byte first',
    new Uint8Array(Buffer.from('CN,Paid\nLE750000001,Yes\n', 'utf16le').swap16()),
    ['2 LE750000001 PAID'],
  ],
  [
    'Windows-1252',
    latin('Tracking,Courier,Status\nLE750000001,Caf\xe9 Express,paid\n'),
    ['2 LE750000001 Café Express PAID'],
  ],
  ['UTF-8 Urdu beside it', 'گاہک,CN,Paid\nعائشہ,LE750000001,Y\n', ['2 LE750000001 PAID']],
  ['semicolons', 'Tracking Number;Payment Status\nLE750000001;PAID\n', ['2 LE750000001 PAID']],
  ['tabs', 'Tracking Number\tPayment Status\nLE750000001\tPAID\n', ['2 LE750000001 PAID']],
  ['bars', 'Tracking Number|Payment Status\nLE750000001|PAID\n', ['2 LE750000001 PAID']],
  ['a sep= line', 'sep=;\r\nCN;Paid\r\nLE750000001;1\r\n', ['3 LE750000001 PAID']],
  ['quotes', '"Tracking Number","Payment Status"\n"LE750000001","PAID"\n', ['2 LE750000001 PAID']],
  ['quoted commas and quotes', 'CN,Note,Paid\nLE750000001,"He said ""yes"", later",PAID\n', ['2 LE750000001 PAID']],
  [
    'a line break in a cell counts as a line',
    'CN,Note,Paid\nLE750000001,"two\nlines",PAID\nLE750000002,,PAID\n',
    ['2 LE750000001 PAID', '4 LE750000002 PAID'],
  ],
  [
    'spaces around everything',
    '  Tracking Number , Payment Status \n  LE750000001  ,  paid \n',
    ['2 LE750000001 PAID'],
  ],
  ['hard spaces and invisible marks', 'CN,Paid\n\u00a0LE\u200b750000001\u00a0,PAID\u200f\n', ['2 LE750000001 PAID']],
  [
    'empty lines',
    '\n\nCN,Paid\n\nLE750000001,PAID\n,\n  \nLE750000002,PAID\n\n',
    ['5 LE750000001 PAID', '8 LE750000002 PAID'],
  ],
  ['other columns, other order', 'Name,Paid,City,CN\nAli,no,Lahore,LE750000001\n', ['2 LE750000001 UNPAID']],
  ['the same heading twice', 'CN,Paid,Paid\nLE750000001,PAID,UNPAID\n', 'choose: Payment status of CN | Paid | Paid'],
  ['numbers in lower case with spaces', 'CN,Paid\nle 750 000 001,PAID\n', ['2 LE750000001 PAID']],
  [
    'numbers as formulas',
    'CN,Paid\n"=""779412323079""",PAID\n\'779412323080,PAID\n',
    ['2 779412323079 PAID', '3 779412323080 PAID'],
  ],
  ['numbers as formulas of digits', 'CN,Paid\n=779412323079,PAID\n', ['2 779412323079 PAID']],
  [
    'numbers with thousands commas',
    'CN,Paid\n"779,412,323,079",PAID\n"7,79,412",PAID\n',
    ['2 779412323079 PAID', '3 failed: “7,79,412” is no tracking number'],
  ],
  ['numbers with decimals', 'CN,Paid\n779412323079.0,PAID\n', ['2 779412323079 PAID']],
  [
    'numbers cut by Excel',
    'CN,Paid\n7.79412E+11,PAID\n',
    ['2 failed: The spreadsheet cut this number to 7.79412E+11: make the column text and fill it in again'],
  ],
  ['Urdu digits', 'CN,Paid\n۷۷۹۴۱۲۳۲۳۰۷۹,PAID\n', ['2 779412323079 PAID']],
  [
    'a number missing',
    'CN,Paid\n,PAID\nLE750000002,PAID\n',
    ['2 failed: The tracking number is missing', '3 LE750000002 PAID'],
  ],
  ['words for a number', 'CN,Paid\nnot booked,PAID\n', ['2 failed: “not booked” is no tracking number']],
  [
    'a number of 60 letters',
    `CN,Paid\n${'9'.repeat(60)},PAID\n`,
    [`2 failed: “${'9'.repeat(39)}…” is no tracking number`],
  ],
  ['a status missing', 'CN,Paid\nLE750000001,\n', ['2 failed: The payment status is missing: write PAID or UNPAID']],
  [
    'a line that ends early',
    'CN,City,Paid\nLE750000001\n',
    ['2 failed: The payment status is missing: write PAID or UNPAID'],
  ],
  ['an unknown status', 'CN,Paid\nLE750000001,partly\n', ['2 failed: “partly” is neither PAID nor UNPAID']],
  [
    'many words for paid and unpaid',
    'CN,Paid\nA0001,Y\nA0002,TRUE\nA0003,Received\nA0004,Not paid\nA0005,0\nA0006,pending\n',
    ['2 A0001 PAID', '3 A0002 PAID', '4 A0003 PAID', '5 A0004 UNPAID', '6 A0005 UNPAID', '7 A0006 UNPAID'],
  ],
  [
    'couriers by any spelling',
    'CN,Courier,Paid\nA0001,m&p,Y\nA0002,Mulphilog,Y\nA0003,TCS Express,Y\n',
    ['2 A0001 MNP PAID', '3 A0002 MNP PAID', '4 A0003 TCS PAID'],
  ],
  ['the same row twice', 'CN,Paid\nA0001,PAID\nA0001,paid\n', ['2 A0001 PAID', '3 unchanged: Line 2 says the same']],
  [
    'two rows that contradict',
    'CN,Paid\nA0001,PAID\nA0001,UNPAID\n',
    ['2 failed: A0001 is also on line 3, as UNPAID', '3 failed: A0001 is also on line 2, as PAID'],
  ],
  [
    'a number without a courier is that number at any',
    'CN,Paid,Courier\nA0001,PAID,\nA0001,UNPAID,M&P\nA0002,PAID,TCS\nA0002,UNPAID,\nA0003,PAID,TCS\nA0003,PAID,\n',
    [
      '2 failed: A0001 is also on line 3, as UNPAID',
      '3 failed: A0001 is also on line 2, as PAID',
      '4 failed: A0002 is also on line 5, as UNPAID',
      '5 failed: A0002 is also on line 4, as PAID',
      '6 A0003 TCS PAID',
      '7 unchanged: Line 6 says the same',
    ],
  ],
  [
    'a number at two couriers is two parcels, until a row names none',
    'CN,Paid,Courier\nA0001,PAID,TCS\nA0001,UNPAID,M&P\nA0002,PAID,TCS\nA0002,PAID,M&P\nA0002,UNPAID,\n',
    [
      '2 A0001 TCS PAID',
      '3 A0001 MNP UNPAID',
      '4 failed: A0002 is also on line 6, as UNPAID',
      '5 failed: A0002 is also on line 6, as UNPAID',
      '6 failed: A0002 is also on line 4, as PAID',
    ],
  ],
  [
    'a comma that tears a line',
    'CN,Paid\nA0001,PAID,2,450\nA0002,PAID\n',
    [
      '2 failed: The line has 2 values more than there are headings: put what contains a comma in quotes',
      '3 A0002 PAID',
    ],
  ],
  ['trailing commas', 'CN,Paid,,,\nA0001,PAID,,,\n', ['2 A0001 PAID']],
  ['formulas are only text', 'CN,Paid\n=1+1,PAID\n', ['2 failed: “=1+1” is no tracking number']],
  [
    'a quote never closed',
    'CN,Paid\n"LE750000001,PAID\nA0002,PAID\n',
    '1 file(s) had processing errors. Line 2: a quote is opened and never closed.',
  ],
  [
    'a quote in the middle',
    'CN,Paid\nA0001,PAID\n"LE75"0001,PAID\n',
    '1 file(s) had processing errors. Line 3: there is a quote in the middle of a value.',
  ],
  ['empty', '', 'The uploaded file is not valid. It is empty.'],
  ['blank lines alone', '\n \r\n,,\n', 'The uploaded file is not valid. It is empty.'],
  [
    'headings alone',
    'Tracking Number,Payment Status\n',
    'The uploaded file is not valid. It has headings, but no rows.',
  ],
  [
    'a picture',
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13),
    'The uploaded file is not valid. It is not a text file.',
  ],
  [
    'an Excel workbook by another name',
    latin('PK\x03\x04\x14\x00'),
    'The uploaded file is not valid. It is an Excel workbook by another name: save it as “CSV UTF-8” and choose that file.',
  ],
  ['no column for the status', 'CN,City\nA0001,Lahore\n', 'choose: Payment status of CN | City'],
  ['unknown headings', 'Foo,Bar\nA0001,PAID\n', 'choose: Tracking number, Payment status of Foo | Bar'],
  [
    'no headings',
    'LE750000001,PAID\nLE750000002,PAID\n',
    'choose: Tracking number, Payment status of Column 1 | Column 2',
  ],
];

const statements: readonly Case[] = [
  [
    'PostEx',
    'Tracking Number,Order Ref Number,Invoice Payment,CPR Number,Settlement Date,Status\nPX1001,#1001,2450,CPR-77,2026-11-05,Delivered\nPX1002,#1002,1200,CPR-77,2026-11-05,Returned\nPX1003,#1003,900,,,Delivered\nPX1004,#1004,900,,,Delivery Under Review\n',
    [
      '2 PX1001 PAID of 2450.00 2026-11-05 CPR-77',
      '3 unchanged: Not paid: the statement says “Returned”',
      '4 unchanged: Not paid yet: the statement says “Delivered”, and no date or number of a payment',
      '5 unchanged: Not paid yet: the statement says “Delivery Under Review”',
    ],
  ],
  [
    'PostEx’s payment status',
    'orderRefNumber,trackingNumber,settle,settlementDate,cpr1,cpr1Date\n1001,26704560000656,true,2026-07-02,CPR-1,2026-07-02\n1002,26704560000657,false,,,\n1003,26704560000658,false,,CPR-1,2026-07-02\n',
    [
      '2 26704560000656 PAID 2026-07-02 CPR-1',
      '3 unchanged: Not paid yet: the statement says “false”',
      '4 unchanged: Not paid yet: the statement says “false”',
    ],
  ],
  [
    'Leopards, with a title above and a sum below',
    'Leopards Courier Services\nPayment report,,,,\n\nbooked_packet_cn,booked_packet_collect_amount,status,invoice_cheque_no,invoice_cheque_date\nLE750000001,"Rs 2,450.00/-",Paid,LP-221,05/11/2026\nLE750000002,2450,Pending,,0000-00-00\nLE750000003,2450,Paid,0,05/11/2026\nLE750000004,2450,Delivered,LP-221,05/11/2026\nLE750000005,2450,,LP-221,05/11/2026\nLE750000006,2450,Received,LP-221,05/11/2026\nTotal,"4,900",,,\n',
    [
      '5 LE750000001 PAID of 2450.00 2026-11-05 LP-221',
      '6 unchanged: Not paid yet: the statement says “Pending”',
      '7 unchanged: Not paid yet: the statement says “Paid”, but has no number of a payment',
      '8 unchanged: Not paid yet: the statement says “Delivered”. Leopards writes “Paid” for a paid parcel',
      '9 unchanged: Not paid yet: the statement has no status. Leopards writes “Paid” for a paid parcel',
      '10 unchanged: Not paid yet: the statement says “Received”',
      '11 unchanged: This line is a total, not a parcel',
    ],
  ],
  [
    'Leopards’ report of deliveries instead of its payments',
    'track_number,booked_packet_order_id,booked_packet_collect_amount,booked_packet_status,invoice_number,invoice_date\nLE750000001,#1,2450,Delivered,991,2026-11-05\nLE750000002,#2,2450,Returned to shipper,,\n',
    [
      '2 unchanged: Not paid yet: the statement has no status. Leopards writes “Paid” for a paid parcel',
      '3 unchanged: Not paid yet: the statement has no status. Leopards writes “Paid” for a paid parcel',
    ],
  ],
  [
    'M&P',
    'consignmentNumber;orderRefNo;ReceiptAmount;RRSTATUS;paidon;InstrumentNumber\n5027000001;#9;1,25,000;Paid;02 Nov 2026;IBFT-1\n5027000002;#10;2450;D-DELIVERED;02 Nov 2026;\n5027000003;#11;2450;D-DELIVERED;;IBFT-1\n5027000004;#12;2450;D-DELIVERED;;\n5027000005;#13;0;RS-Return to Shipper;02 Nov 2026;IBFT-1\n5027000006;#14;2450;UNDELIVERED;;\n',
    [
      '2 5027000001 PAID 125000.00 2026-11-02 IBFT-1',
      '3 5027000002 PAID 2450.00 2026-11-02',
      '4 5027000003 PAID 2450.00 IBFT-1',
      '5 unchanged: Not paid yet: the statement says “D-DELIVERED”, and no date or number of a payment',
      '6 unchanged: Not paid: the statement says “RS-Return to Shipper”',
      '7 unchanged: Not paid yet: the statement says “UNDELIVERED”',
    ],
  ],
  [
    'M&P’s quarterly report',
    'consignmentNumber,BookingDate,orderRefNo,CODAmount,PaymentMode,RRStatus,CHEQUENO\n544794010101495,02 Nov 2026,#9,2450,COD,D-DELIVERED,77120\n544794010101496,02 Nov 2026,#9,2450,COD,D-DELIVERED,\n',
    [
      '2 544794010101495 PAID of 2450.00 77120',
      '3 unchanged: Not paid yet: the statement says “D-DELIVERED”, and no date or number of a payment',
    ],
  ],
  [
    'TCS',
    'booking date,cn by courier,cn status,order no,payment status,amount paid,payment date\n09/09/2026,779412323079,OK,Internet 1,Y,1850,16/09/2026\n09/09/2026,779412323080,RO,Internet 2,N,0,\n',
    ['2 779412323079 PAID 1850.00 2026-09-16', '3 unchanged: Not paid yet: the statement says “N”'],
  ],
  [
    'TCS’s payment invoice',
    'cnsg_no,cust_ref,consignee,status,codamount,courier_charges,invoiceno\n779412323079,#1,Ali,Delivered,1850,116,INV-9\n779412323080,#2,Omar,Return To Origin,1850,116,INV-9\n',
    [
      '2 unchanged: Not paid yet: the statement says “Delivered”, and no date or number of a payment',
      '3 unchanged: Not paid: the statement says “Return To Origin”',
    ],
  ],
  [
    'an unknown courier: “Delivered” counts beside a payment, “Paid” alone',
    'CN,COD,Status,Date,Payment Date,Cheque No\nA0001,100,Delivered,05/11/2026,,\nA0002,100,Delivered,05/11/2026,06/11/2026,\nA0003,100,Delivered,05/11/2026,,77120\nA0004,100,Paid,05/11/2026,,\nA0005,100,,05/11/2026,,\nA0006,100,Out for delivery,05/11/2026,,77120\n',
    [
      '2 unchanged: Not paid yet: the statement says “Delivered”, and no date or number of a payment',
      '3 A0002 Delivered of 100.00 2026-11-06',
      '4 A0003 Delivered of 100.00 77120',
      '5 A0004 Paid of 100.00',
      '6 unchanged: Not paid yet: the statement has no status, and no date or number of a payment',
      '7 unchanged: Not paid yet: the statement says “Out for delivery”',
    ],
  ],
  [
    'dates in Pakistani order, in every form',
    'CN,COD,Payment Date\nA0001,1,05/11/2026\nA0002,1,5-Nov-26\nA0003,1,05.11.26\nA0004,1,5 November 2026\nA0005,1,"Nov 5, 2026"\nA0006,1,2026-11-05T14:30:00Z\nA0007,1,46331\nA0008,1,05-11-2026 2:30 PM\n',
    ['A0001', 'A0002', 'A0003', 'A0004', 'A0005', 'A0006', 'A0007', 'A0008'].map(
      (number, index) => `${index + 2} ${number} of 1.00 2026-11-05`,
    ),
  ],
  [
    'a date with the month first, and one that does not exist',
    'CN,COD,Payment Date\nA0001,1,11/25/2026\nA0002,1,31/02/2026\n',
    [
      '2 failed: “11/25/2026” is no date: write day/month/year',
      '3 failed: “31/02/2026” is no date: write day/month/year',
    ],
  ],
  [
    'amounts in every form',
    'CN,Amount Paid,CPR\nA0001,"Rs 2,450.00/-",C1\nA0002,PKR 2450,C1\nA0003,₨2450.5,C1\nA0004,"(1,200)",C1\nA0005,-200,C1\nA0006,Rs. 300/=,C1\nA0007,٢٤٥٠,C1\n',
    [
      '2 A0001 PAID 2450.00 C1',
      '3 A0002 PAID 2450.00 C1',
      '4 A0003 PAID 2450.50 C1',
      '5 A0004 -1200.00 C1',
      '6 A0005 -200.00 C1',
      '7 A0006 PAID 300.00 C1',
      '8 A0007 PAID 2450.00 C1',
    ],
  ],
  [
    'amounts that are none',
    'CN,COD\nA0001,free\nA0002,12.34.56\nA0003,99999999999\nA0004,"1,2,3"\n',
    [
      '2 failed: “free” is no amount',
      '3 failed: “12.34.56” is no amount',
      '4 failed: “99999999999” is no amount',
      '5 failed: “1,2,3” is no amount',
    ],
  ],
  [
    'one parcel twice with two amounts',
    'CN,COD,Paid\nA0001,100,Y\nA0001,200,Y\n',
    ['2 failed: A0001 is also on line 3, with 200.00', '3 failed: A0001 is also on line 2, with 100.00'],
  ],
];

const fulfilments: readonly Case[] = [
  ['plain', 'Order,Tracking Number,Courier\n#1001,LE750000001,Leopards\n', ['2 #1001 LE750000001 LEOPARD']],
  [
    'Shopify’s own export headings',
    'Name,Tracking Number,Tracking Company\n#1001,LE750000001,Trax\n',
    ['2 #1001 LE750000001 Trax'],
  ],
  ['an id for a name', 'Order ID,CN,Courier\n5678901234,LE750000001,PostEx\n', ['2 5678901234 LE750000001 POSTEX']],
  [
    'something missing',
    'Order,CN,Courier\n,A0001,TCS\n#1,,TCS\n#2,A0002,\n',
    ['2 failed: The order is missing', '3 failed: The tracking number is missing', '4 failed: The courier is missing'],
  ],
  [
    'one number for two orders, and one order with two numbers',
    'Order,CN,Courier\n#1,A0001,TCS\n#2,A0001,TCS\n#3,A0003,TCS\n3,A0004,TCS\n',
    [
      '2 failed: A0001 is also on line 3, for #2',
      '3 failed: A0001 is also on line 2, for #1',
      '4 failed: #3 is also on line 5, with A0004',
      '5 failed: 3 is also on line 4, with A0003',
    ],
  ],
  [
    'one number at two couriers, and at one in two spellings',
    'Order,CN,Courier\n#1,A0001,TCS\n#2,A0001,Trax\n#3,A0001,TRAX\n',
    ['2 #1 A0001 TCS', '3 failed: A0001 is also on line 4, for #3', '4 failed: A0001 is also on line 3, for #2'],
  ],
  ['a courier that is none', 'Order,CN,Courier\n#1,A0001,123\n', ['2 failed: “123” is not a courier']],
];

describe.each([
  ['payment status', 'payment-status', payments],
  ['statement', 'payment-statement', statements],
  ['fulfilment', 'fulfilment', fulfilments],
] as const)('a %s file', (_, kind, cases) => {
  it.each(cases)('%s', (_what, file, expected) => {
    expect(read(kind, file)).toEqual(expected);
  });
});

it('every line below the headings has one outcome, however the lines end', () => {
  const rows = Array.from({ length: 60 }, (_, index) =>
    index % 7 === 3 ? `,,Lahore ${index}` : index % 5 === 4 ? `A${1000 + index}` : `A${1000 + index},PAID,City`,
  );
  const plain = `${['CN,Paid,City', ...rows].join('\n')}\n`;
  const expected = read('payment-status', plain);
  expect(expected).toHaveLength(rows.length);
  for (let seed = 1; seed <= 50; seed += 1) {
    let random = seed;
    const mixed = plain.replaceAll('\n', () => {
      random = (random * 48_271) % 2_147_483_647;
      return ['\n', '\r\n', '\r'][random % 3] ?? '';
    });
    expect(read('payment-status', mixed)).toEqual(expected);
  }
});
