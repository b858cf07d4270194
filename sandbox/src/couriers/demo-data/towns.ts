/** Towns that Pakistan's couriers serve, in the usual spelling; each courier has its own list and spellings. */
export const towns: readonly string[] = `
Karachi, Lahore, Islamabad, Rawalpindi, Faisalabad, Multan, Peshawar, Quetta, Hyderabad, Gujranwala, Sialkot, Sargodha,
Bahawalpur, Sukkur, Abbottabad, Mardan, Gujrat, Sahiwal, Jhelum, Okara, Kasur, Sheikhupura, Rahim Yar Khan, Jhang,
Dera Ghazi Khan, Dera Ismail Khan, Larkana, Nawabshah, Mirpur Khas, Mirpur AJK, Muzaffarabad, Gilgit, Skardu, Chitral,
Swat, Mingora, Kohat, Bannu, Nowshera, Charsadda, Swabi, Haripur, Mansehra, Attock, Chakwal, Mianwali, Bhakkar, Khushab,
Layyah, Muzaffargarh, Lodhran, Vehari, Khanewal, Pakpattan, Toba Tek Singh, Chiniot, Hafizabad, Mandi Bahauddin, Narowal,
Nankana Sahib, Bahawalnagar, Rajanpur, Wah Cantt, Taxila, Hasan Abdal, Kamra, Fateh Jang, Pindi Gheb, Talagang, Pind Dadan Khan,
Dina, Sohawa, Gujar Khan, Kahuta, Murree, Kallar Syedan, Kharian, Lala Musa, Sarai Alamgir, Jalalpur Jattan, Phalia, Malakwal,
Wazirabad, Daska, Sambrial, Pasrur, Shakargarh, Zafarwal, Kamoke, Nowshera Virkan, Muridke, Ferozewala, Safdarabad,
Sangla Hill, Shahkot, Jaranwala, Samundri, Tandlianwala, Gojra, Kamalia, Pir Mahal, Shorkot, Ahmedpur Sial, Bhowana, Lalian,
Bhalwal, Kot Momin, Sillanwali, Shahpur, Jauharabad, Quaidabad, Isa Khel, Kundian, Kalur Kot, Darya Khan, Karor Lal Esan,
Chowk Azam, Kot Addu, Alipur, Jatoi, Shujabad, Jalalpur Pirwala, Kabirwala, Mian Channu, Jahanian, Abdul Hakim, Tulamba,
Burewala, Mailsi, Gaggo Mandi, Kehror Pakka, Dunyapur, Chichawatni, Arifwala, Depalpur, Renala Khurd, Haveli Lakha, Basirpur,
Hujra Shah Muqeem, Pattoki, Chunian, Kot Radha Kishan, Phool Nagar, Raiwind, Chishtian, Hasilpur, Haroonabad, Fort Abbas,
Minchinabad, Dahranwala, Yazman, Ahmedpur East, Uch Sharif, Khanpur, Liaquatpur, Sadiqabad, Zahir Pir, Jampur, Rojhan, Taunsa,
Fazilpur, Kot Chutta, Ghotki, Daharki, Mirpur Mathelo, Ubauro, Pano Aqil, Rohri, Khairpur, Gambat, Ranipur, Kandiaro,
Naushahro Feroze, Moro, Mehrabpur, Bhiria, Sakrand, Qazi Ahmed, Daur, Shahdadpur, Sanghar, Tando Adam, Khipro, Hala, Matiari,
Tando Jam, Tando Allahyar, Tando Muhammad Khan, Badin, Matli, Talhar, Golarchi, Thatta, Sujawal, Gharo, Hub, Kotri, Jamshoro,
Sehwan, Dadu, Mehar, Kamber, Ratodero, Shahdadkot, Shikarpur, Jacobabad, Kandhkot, Kashmore, Umerkot, Kunri, Digri, Mithi,
Dera Allah Yar, Dera Murad Jamali, Sibi, Loralai, Zhob, Khuzdar, Kalat, Mastung, Chaman, Pishin, Turbat, Gwadar, Panjgur,
Lasbela, Ormara, Ziarat, Hangu, Parachinar, Karak, Lakki Marwat, Tank, Timergara, Batkhela, Dargai, Takht Bhai, Katlang,
Topi, Havelian, Balakot, Batagram, Besham, Dir, Saidu Sharif, Matta, Barikot, Buner, Shabqadar, Pabbi, Risalpur, Jehangira,
Akora Khattak, Hunza, Chilas, Rawalakot, Bagh, Kotli, Bhimber, Dadyal, Chakswari, Pallandri, Hajira, Barnala, Athmuqam, Kel
`
  .split(',')
  .map((name) => name.trim());
